export { domain } from '../../../libs/domain/src/domain';
