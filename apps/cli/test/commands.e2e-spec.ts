import { loadScenarios } from '../../../test/load-scenarios';

loadScenarios(__dirname, 'commands');
