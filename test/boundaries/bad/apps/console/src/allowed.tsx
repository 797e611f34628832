export { axis } from './charts/axis';
export { version } from 'typescript';
