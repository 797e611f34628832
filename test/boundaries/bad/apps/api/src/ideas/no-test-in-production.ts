export { scenario } from '../../test/scenario';
