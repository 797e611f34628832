export { grown } from '../chicken/grown';
