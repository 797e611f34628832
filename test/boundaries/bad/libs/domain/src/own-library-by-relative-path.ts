export { domain } from '#domain/domain';
