import { resolve } from 'node:path'
import { findEmbedded } from '@kushi/db/embedded'
import { environmentWithAddresses } from './address-file.ts'

const root = resolve(import.meta.dirname, '../../../..')

/** The shop's data folder, and the environment of a command: its own, completed by the running shop's addresses. */
export async function findInstallation(own: NodeJS.ProcessEnv): Promise<{ dataDir: string; env: NodeJS.ProcessEnv }> {
  const dataDir = resolve(root, own.DATA_DIR || 'data')
  const env = environmentWithAddresses(own, dataDir)
  env.DATABASE_URL ||= await findEmbedded(dataDir)
  return { dataDir, env }
}
