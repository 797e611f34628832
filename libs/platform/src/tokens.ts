export const ENVIRONMENT = Symbol('environment');
export const LOGGER = Symbol('logger');
