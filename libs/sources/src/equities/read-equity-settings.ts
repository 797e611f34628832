import type { Environment } from '#platform/config/environment';
import { InvalidEnvironmentError } from '#platform/config/variable';
import type { EquitySettings } from './open-equity-source';

/**
 * What the environment says about the equity provider. Throws an InvalidEnvironmentError that names what a provider lacks: a
 * process had better not start than fail at every symbol.
 */
export function readEquitySettings(environment: Environment): EquitySettings {
  const { equityProvider, equityCsvDir, equityEndpoint: endpoint, alpacaFeed: feed } = environment;
  const provider = equityProvider ?? (equityCsvDir === undefined ? 'yahoo' : 'csv');
  const needed = (name: string, value: string | undefined): string => {
    if (value !== undefined) return value;
    throw new InvalidEnvironmentError([`${name}: is required where EQUITY_PROVIDER is ${provider}`]);
  };
  switch (provider) {
    case 'csv':
      return { provider, directory: needed('EQUITY_CSV_DIR', equityCsvDir) };
    case 'yahoo':
      return { provider, endpoint };
    case 'alpaca':
      return {
        provider,
        endpoint,
        feed,
        keyId: needed('ALPACA_KEY_ID', environment.alpacaKeyId),
        secretKey: needed('ALPACA_SECRET_KEY', environment.alpacaSecretKey),
      };
    case 'tiingo':
      return { provider, endpoint, token: needed('TIINGO_TOKEN', environment.tiingoToken) };
  }
}
