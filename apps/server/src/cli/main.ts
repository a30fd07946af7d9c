/** `npm run shop -- <command>`: the operator's hand, beside a running shop. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from '@kushi/db/setup-error'
import { PaymentRefused, PaymentUnavailable } from '@kushi/shop/payment/payment-port'
import { ShopError } from '@kushi/shop/shop-error'
import { ConfigError } from '../env.ts'
import { UsageError } from './commands.ts'
import { runCommand } from './run-command.ts'

const file = join(import.meta.dirname, '../../../../.env')

async function main(): Promise<void> {
  if (existsSync(file)) process.loadEnvFile(file)
  process.stdout.write(`${await runCommand(process.argv.slice(2), process.env)}\n`)
}

main().catch((error: unknown) => {
  const isTold = [SetupError, UsageError, ShopError, ConfigError, PaymentRefused, PaymentUnavailable].some(
    (one) => error instanceof one,
  )
  const isBadOption = String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${isTold || isBadOption ? (error as Error).message : ((error as Error)?.stack ?? error)}\n`)
  process.exitCode = 1
})
