export { version } from 'ccxt';
