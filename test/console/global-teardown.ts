import './global-setup';

module.exports = () => globalThis.stopConsole?.();
