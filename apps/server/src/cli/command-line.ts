/** `npm run shop -- <command>`: the operator's hand, beside a running shop. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SetupError } from '@kushi/db/setup-error'
import { PaymentRefused, PaymentUnavailable } from '@kushi/shop/payment/payment-port'
import { ShopError } from '@kushi/shop/shop-error'
import { ConfigError } from '../env.ts'
import { backUp, restore } from './backup.ts'
import { UsageError } from './command.ts'
import { doctor } from './doctor.ts'
import { init } from './init.ts'
import { runCommand } from './run-command.ts'

const file = join(import.meta.dirname, '../../../../.env')

async function main(): Promise<void> {
  if (existsSync(file)) process.loadEnvFile(file)
  const [command, ...rest] = process.argv.slice(2)
  if (command === 'doctor') return diagnose(rest)
  const alone = { init, backup: backUp, restore }[command ?? '']
  // Whoever hands a terminal's input on through a pipe says --ask instead.
  const isAsked = command === 'init' && process.stdin.isTTY && !rest.includes('--ask')
  if (alone) return void process.stdout.write(`${await alone(isAsked ? [...rest, '--ask'] : rest, process.env)}\n`)
  process.stdout.write(`${await runCommand(process.argv.slice(2), process.env)}\n`)
}

/** Apart from the others, since it works where the shop can't be opened. */
async function diagnose(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const { text, isWell } = await doctor(process.env, values.json)
  process.stdout.write(`${text}\n`)
  if (!isWell) process.exitCode = 1
}

main().catch((error: unknown) => {
  const isTold = [SetupError, UsageError, ShopError, ConfigError, PaymentRefused, PaymentUnavailable].some(
    (one) => error instanceof one,
  )
  const isBadOption = String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${isTold || isBadOption ? (error as Error).message : ((error as Error)?.stack ?? error)}\n`)
  process.exitCode = 1
})
