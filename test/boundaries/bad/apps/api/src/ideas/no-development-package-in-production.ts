export { version } from 'typescript';
