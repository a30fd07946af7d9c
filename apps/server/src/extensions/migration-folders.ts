import { type MigrationFolders, shopMigrations } from '@kushi/db/dump/load'
import { extensions } from './registered.ts'

/** The migrations of the shop and of its extensions. */
export const migrationFolders: MigrationFolders = {
  ...shopMigrations,
  ...Object.fromEntries(
    extensions.flatMap(({ name, migrations }) => (migrations ? [[`extension_${name}`, migrations]] : [])),
  ),
}
