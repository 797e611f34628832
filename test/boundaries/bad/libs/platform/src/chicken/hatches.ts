export { lays } from '../egg/lays';
