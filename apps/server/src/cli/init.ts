import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ShopSettingForm } from '@kushi/contract/admin/shop-setting'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { type ShopSetupForm, setUpShop } from '@kushi/shop/operation/configuration/open-shop'
import { inviteOperator } from '@kushi/shop/people/operator/invitation'
import { type Config, readConfig } from '../config/config.ts'
import { ConfigError } from '../config/env.ts'
import { makeDeps } from '../deps/make-deps.ts'
import { checkProviderAccounts } from '../doctor/check-providers.ts'
import { UsageError } from './command.ts'
import { commandContext } from './context.ts'
import { findInstallation } from './installation.ts'

/** Option → the field of the shop, and the question that the operator is asked. */
const questions = {
  name: ['shop_name', '店舗名'],
  company: ['company_name', '会社名'],
  address: ['company_address', '所在地'],
  phone: ['phone_number', '電話番号'],
  mail: ['email', 'ショップのメールアドレス'],
  number: ['registration_number', '登録番号 (T＋13桁。なければ空のまま)'],
} as const
type Option = keyof typeof questions
const options = Object.keys(questions) as Option[]

/**
 * `npm run shop -- init`: creates an empty shop of the operator's own. Everything is checked before anything is
 * created: the settings, the answers, and each account at its provider. Returns the text to print, with the first
 * operator's invitation.
 */
export async function initShopCommand(args: string[], own: NodeJS.ProcessEnv): Promise<string> {
  const text = { type: 'string' } as const
  const named = Object.fromEntries(options.map((option) => [option, text])) as Record<Option, typeof text>
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ args, options: { ...named, invite: text, ask: flag, unchecked: flag } })
  const { dataDir, env } = await findInstallation({ ...own, KUSHI_ENV: 'production' })
  const config = checkedConfig(env)
  const given = values.ask ? await ask(values) : values
  const words = readWords(given)
  const email = ShopSettingForm.shape.email.safeParse(given.invite ?? '')
  if (!email.success) throw new UsageError('--invite is the e-mail address of the first operator.')
  if (!values.unchecked) await checkProviders(config)
  const postgres = env.DATABASE_URL ? undefined : await startEmbedded({ dataDir })
  try {
    const database_url = env.DATABASE_URL ?? postgres!.url
    await setUp(env.DATABASE_DIRECT_URL || database_url)
    const link = await open({ ...config, database_url }, words, email.data.toLowerCase())
    return [
      `The shop ${words.shop_name} is made. ショップを作成しました。`,
      `Its first operator opens this within three days; it is not shown again:\n\n  ${link}\n`,
      'Next: start the server and sign in: /admin/ leads to an open shop. Until then nobody else sees it.',
    ].join('\n')
  } finally {
    await postgres?.stop()
  }
}

/** @throws ConfigError with everything that is unsafe or missing */
function checkedConfig(env: NodeJS.ProcessEnv): Config {
  try {
    return readConfig({ ...env, DATABASE_URL: env.DATABASE_URL || 'postgres://', LOG_LEVEL: env.LOG_LEVEL || 'silent' })
  } catch (error) {
    if (!(error instanceof ConfigError) || env.SECRET_KEY) throw error
    throw new ConfigError(`${error.message}\nA key for SECRET_KEY, made now: ${randomBytes(32).toString('base64')}`)
  }
}

async function ask(values: Partial<Record<Option | 'invite', string>>) {
  const person = createInterface({ input: process.stdin, output: process.stdout })
  const given = { ...values }
  for (const option of options) given[option] ??= await person.question(`${questions[option][1]}: `)
  given.invite ??= await person.question('最初の担当者のメールアドレス: ')
  person.close()
  return given
}

/** @throws UsageError with everything that is wrong, a sentence each */
function readWords(values: Partial<Record<Option, string>>): ShopSetupForm {
  const wrong: string[] = []
  const words = options.map((option) => {
    const [field] = questions[option]
    const text = values[option]?.trim() ?? ''
    const read = ShopSettingForm.shape[field].safeParse(text)
    if (!read.success) wrong.push(`--${option}: ${read.error.issues[0]!.message}`)
    return [field, read.data]
  })
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'))
  return Object.fromEntries(words) as ShopSetupForm
}

async function checkProviders(config: Config): Promise<void> {
  const wrong = (await checkProviderAccounts(config)).filter(({ state }) => state === 'wrong')
  if (wrong.length === 0) return
  const messages = wrong.map(({ about, found, remedy }) => `${about}: ${found}\n    → ${remedy}`)
  throw new UsageError(`${messages.join('\n')}\nNothing was made. --unchecked goes on without them.`)
}

async function open(config: Config, words: ShopSetupForm, email: string): Promise<string> {
  const { deps, close } = await makeDeps(config)
  try {
    const ctx = await commandContext(deps, 'init')
    await setUpShop(ctx, words)
    return await inviteOperator(ctx, { email, role: 'manager', is_installation: true })
  } finally {
    await close()
  }
}
