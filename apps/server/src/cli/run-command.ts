import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Clock, Context } from '@kushi/shop/context'
import { isCalendarDate } from '@kushi/values/calendar-date'
import { readConfig } from '../config.ts'
import { makeDeps } from '../make-deps.ts'
import { withAddress } from './address.ts'
import { commands, UsageError } from './commands.ts'
import { table } from './table.ts'

const root = resolve(import.meta.dirname, '../../../..')

const usage = () =>
  [
    'npm run shop -- <command> [--json]',
    '',
    ...Object.values(commands).map((command) => `  ${command.usage}`),
    '',
    'Works on the shop that runs on DATA_DIR (./data), or on DATABASE_URL.',
  ].join('\n')

/** One command line, done; what it has to say, as a table or JSON. @throws UsageError, ShopError, ConfigError … */
export async function runCommand(args: string[], own: NodeJS.ProcessEnv): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      date: { type: 'string' },
      tracking: { type: 'string' },
      carrier: { type: 'string' },
      status: { type: 'string' },
      amount: { type: 'string' },
      days: { type: 'string' },
      'dry-run': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const command = commands[positionals.slice(0, 2).join(' ')]
  if (!command || values.help) throw new UsageError(usage())
  if (values.date && !isCalendarDate(values.date)) throw new UsageError('--date looks like 2026-12-01.')
  const env = withAddress(own, resolve(root, own.DATA_DIR || 'data'))
  if (!env.DATABASE_URL) throw new UsageError('No shop runs here: start it, or set DATABASE_URL or DATA_DIR.')
  const { deps, close } = await makeDeps(readConfig({ ...env, LOG_LEVEL: env.LOG_LEVEL || 'silent' }))
  try {
    const clock = values.date ? clockOn(values.date) : deps.base.clock
    const ctx: Context = {
      ...deps.base,
      clock,
      shop_id: deps.config.default_shop_id,
      ...{ client_id: 'operator', customer_id: null, token_hash: null, ip: '', user_agent: '' },
    }
    const rows = await command.run(ctx, positionals[2], values)
    return values.json ? JSON.stringify(rows, null, 2) : table(rows)
  } finally {
    await close()
  }
}

/** Noon of another day. */
const clockOn = (date: string): Clock => ({ now: () => new Date(`${date}T12:00:00+09:00`), today: () => date })
