export { idea } from '../ideas/idea';
