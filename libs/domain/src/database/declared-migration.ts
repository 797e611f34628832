import type { MigrationInterface } from 'typeorm';

/**
 * A migration says whether processes of the version before it may go on while and after it runs. Where they must not, they get
 * ten seconds to stop before it begins.
 */
export interface DeclaredMigration extends MigrationInterface {
  readonly olderCode: 'may run' | { readonly mustStopBecause: string };
}
