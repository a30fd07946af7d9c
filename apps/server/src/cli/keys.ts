import { listSealed, replaceSealed, type SealedCount } from '@kushi/db/sealed'
import type { AdminContext } from '@kushi/shop/foundation/admin/context'
import type { SecretBox } from '@kushi/shop/secret-box'
import type { Command } from './command.ts'

/** The sealed content of each column, in words. */
const names: Record<string, string> = {
  operator: 'authenticators of operators',
  operator_invitation: 'open invitations',
  shop_account: 'accounts at providers',
  webhook_endpoint: 'secrets of webhooks',
  conversion_destination: 'tokens of 広告の送信先',
  move_in: 'keys of EC-CUBE',
  customer: 'passwords brought from EC-CUBE',
  bank_refund: 'bank accounts of refunds',
  transfer_file: 'files of 総合振込',
}

/** The remedy for each column that no key opens any more. */
const waysBack: Record<string, string> = {
  operator: 'operator renew <e-mail>, for each who has neither a passkey nor a recovery code',
  operator_invitation: 'operator invite <e-mail> again',
  shop_account: 'accounts forget --shop N, then accounts set',
  webhook_endpoint: '設定 → Webhook → 署名の鍵を作り直す',
  conversion_destination: '設定 → 広告の送信先: enter the tokens again',
  move_in: 'give AUTH_MAGIC again in 設定 → 移行',
  bank_refund: '振込での返金 → 取りやめる, then ask again in the order',
  transfer_file: '振込での返金 → ファイルを取りやめる, then make it again',
  customer: 'nothing: these members set a new password by パスワードをお忘れの方',
}

type State = 'first_key' | 'later_key' | 'no_key'

function stateOf(box: SecretBox, sealed: string): State {
  try {
    box.open(sealed)
  } catch {
    return 'no_key'
  }
  return box.isOfFirstKey(sealed) ? 'first_key' : 'later_key'
}

async function counts({ db, secrets }: AdminContext) {
  const rows = new Map<string, { sealed: string } & Record<State, number> & { way_back: string }>()
  for (const one of await listSealed(db)) {
    const row = rows.get(one.table) ?? {
      sealed: names[one.table] ?? one.table,
      first_key: 0,
      later_key: 0,
      no_key: 0,
      way_back: '',
    }
    const state = stateOf(secrets, one.sealed)
    row[state] += one.rows
    if (state === 'no_key') row.way_back = waysBack[one.table] ?? ''
    rows.set(one.table, row)
  }
  return [...rows.values()]
}

async function renew(ctx: AdminContext, { table, column, sealed }: SealedCount): Promise<number> {
  return replaceSealed(ctx.db, { table, column, sealed }, ctx.secrets.seal(ctx.secrets.open(sealed)))
}

/** Commands for the encryption keys of SECRET_KEY, and for the data encrypted with each. */
export const keyCommands: Record<string, Command> = {
  'keys show': {
    usage:
      'keys show                          what is sealed with the first key of SECRET_KEY, a later one, and none of them',
    run: counts,
  },
  'keys renew': {
    usage:
      'keys renew                         SECRET_KEY=new,old: seals everything with the new one; with no later_key left, the old one may go',
    async run(ctx) {
      for (const one of await listSealed(ctx.db))
        if (stateOf(ctx.secrets, one.sealed) === 'later_key') await renew(ctx, one)
      return counts(ctx)
    },
  },
}
