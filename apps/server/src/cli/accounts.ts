import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import {
  changeProviderAccount,
  deleteUnreadableProviderAccounts,
  listProviderAccounts,
  removeProviderAccount,
  testProviderAccount,
} from '@kushi/shop/operation/configuration/accounts'
import { accountKindsOfVariables, PROVIDER_ACCOUNT_KINDS, type ProviderAccountKind } from '@kushi/values/shop-account'
import { type Command, UsageError } from './command.ts'

/** 外部サービスのアカウント of one shop. Stored values are never shown again. */
export const accountCommands: Record<string, Command> = {
  'accounts show': {
    usage: 'accounts show --shop 3             accounts at providers, masked, and whose they are',
    run: async (ctx) =>
      (await listProviderAccounts(ctx)).items.flatMap(({ kind, source, is_usable, values }) => {
        const set = values.filter(({ masked }) => masked !== null)
        const state = is_usable ? source : 'unusable'
        return set.length === 0
          ? [{ account: kind, state, variable: '', value: '' }]
          : set.map(({ name, masked }) => ({ account: kind, state, variable: name, value: masked }))
      }),
  },
  'accounts set': {
    usage: 'accounts set --shop 3 [--list FILE]  variables as in .env (NP_BASE_URL=…), from FILE or standard input',
    async run(ctx, _, { list }) {
      const given = readVariables(list ? await readFile(list, 'utf8').catch(() => unreadable(list)) : await piped())
      const named = accountKindsOfVariables(given)
      const kinds = PROVIDER_ACCOUNT_KINDS.filter((kind) => named.has(kind))
      if (kinds.length === 0) throw new UsageError('No variable of an account: a line each, as in SMTP_URL=smtps://….')
      const unknown = Object.keys(given).filter((name) => accountKindsOfVariables({ [name]: '' }).size === 0)
      if (unknown.length > 0) throw new UsageError(`No variables of a shop's accounts: ${unknown.join(', ')}.`)
      for (const kind of kinds) await changeProviderAccount(ctx, kind, only(kind, given))
      return kinds.map((kind) => ({ account: kind, set: Object.keys(only(kind, given)).join(' ') }))
    },
  },
  'accounts test': {
    usage: 'accounts test [account] --shop 3   asks each provider something harmless',
    async run(ctx, subject) {
      const kinds = subject === undefined ? PROVIDER_ACCOUNT_KINDS : [kindOf(subject)]
      const answers = await Promise.all(
        kinds.map(async (kind) =>
          (await testProviderAccount(ctx, kind)).map((answer) => ({ account: kind, ...answer })),
        ),
      )
      return answers.flat().map(({ account, about, is_good }) => ({ account, about, answer: is_good ? 'good' : 'no' }))
    },
  },
  'accounts remove': {
    usage: 'accounts remove <account> --shop 3  the shop has it no more',
    async run(ctx, subject = '') {
      const { kind, source } = await removeProviderAccount(ctx, kindOf(subject))
      return [{ account: kind, state: source }]
    },
  },
  'accounts forget': {
    usage: 'accounts forget --shop 3           drops all, where no SECRET_KEY that is left opens them',
    async run(ctx) {
      await deleteUnreadableProviderAccounts(ctx)
      return [{ shop: ctx.shop_id, accounts: 'forgotten' }]
    },
  },
}

function kindOf(subject: string): ProviderAccountKind {
  const found = PROVIDER_ACCOUNT_KINDS.find((kind) => kind === subject)
  if (!found) throw new UsageError(`The account is one of ${PROVIDER_ACCOUNT_KINDS.join(', ')}.`)
  return found
}

const only = (kind: ProviderAccountKind, given: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => accountKindsOfVariables({ [name]: '' }).has(kind)))

function readVariables(source: string): Record<string, string> {
  const given = Object.entries(parseEnv(source)).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(given)
}

/** Secrets come from a pipe: typed text stays in the terminal, and often in its history. */
function piped(): Promise<string> {
  if (process.stdin.isTTY) throw new UsageError('Give the values by --list FILE, or on standard input: < FILE.')
  return text(process.stdin)
}

function unreadable(path: string): never {
  throw new UsageError(`${path} can't be read.`)
}
