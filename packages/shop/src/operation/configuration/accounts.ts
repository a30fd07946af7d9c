import type { Account } from '@kushi/contract/admin/account'
import type { FieldFailure } from '@kushi/contract/failure'
import type { Queryable, Tx } from '@kushi/db/connect'
import { shop, shop_account } from '@kushi/db/schema/shop'
import {
  accountKindsOfVariables,
  PROVIDER_ACCOUNT_KIND_NAME,
  PROVIDER_ACCOUNT_KINDS,
  PROVIDER_ACCOUNT_VARIABLES,
  type ProviderAccountKind,
  variablesOfAccount,
} from '@kushi/values/shop-account'
import { eq } from 'drizzle-orm'
import type { AdminContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { ProviderAccountFailure, ProviderAccountTestResult } from '../../ports/account-port.ts'
import { openShopValues, type SealedValues, sealShopValues } from '../../secret-box.ts'
import { invalidFields, notFound, ShopError } from '../../shop-error.ts'
import { maskAccountValue } from './rules/mask-value.ts'
import { loadSealedProviderAccounts } from './sealed-account.ts'

/** The shop's accounts, each value masked. */
export async function listProviderAccounts(ctx: AdminContext): Promise<{ items: Account[] }> {
  const kept = await load(ctx, ctx.db)
  return { items: PROVIDER_ACCOUNT_KINDS.map((kind) => viewOf(ctx, kept, kind)) }
}

/**
 * Saves values of one account. For an existing account, values that are not given stay as they are, but those that are removed; a new
 * account must be complete.
 * @throws ShopError 422 with the problem beside each field, 409 when the stored accounts can't be decrypted; then
 * nothing is saved
 */
export async function changeProviderAccount(
  ctx: AdminContext,
  kind: ProviderAccountKind,
  given: SealedValues,
  removed: readonly string[] = [],
): Promise<Account> {
  const fresh = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const isTyped = ctx.operator !== null
  refuseForeign(kind, fresh, isTyped, removed)
  const inner = isTyped ? await ctx.ports.account.leadInside(fresh) : []
  if (inner.length > 0) throw refused(kind, inner)
  return change(ctx, kind, fresh, (before) => {
    const kept = Object.entries(before).filter(([name]) => !removed.includes(name))
    const after = { ...Object.fromEntries(kept), ...fresh }
    const objections = ctx.ports.account.objections(after, isTyped)
    if (objections.length > 0) throw refused(kind, objections)
    return after
  })
}

/**
 * Removes the shop's own account.
 * @throws ShopError 404 when it has none of its own, 409 when the stored accounts can't be decrypted
 */
export const removeProviderAccount = (ctx: AdminContext, kind: ProviderAccountKind): Promise<Account> =>
  change(ctx, kind, {}, (before) => {
    if (!accountKindsOfVariables(before).has(kind)) throw notFound()
    return Object.fromEntries(
      Object.entries(before).filter(([name]) => PROVIDER_ACCOUNT_VARIABLES[name]?.kind !== kind),
    )
  })

/**
 * Deletes all stored accounts that can't be decrypted any more, so that they can be set anew.
 * @throws ShopError 409 when they can be decrypted
 */
export const deleteUnreadableProviderAccounts = (ctx: AdminContext): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    await lockShop(tx, ctx)
    const { isBroken } = await load(ctx, tx)
    if (!isBroken)
      throw new ShopError(409, 'ERROR_ACCOUNTS_READABLE', 'The accounts can be opened: remove them one by one.')
    await save(tx, ctx, {})
    await recordAudit(tx, ctx, {
      subject: 'shop_account',
      subject_id: 'all',
      subject_name: 'すべてのアカウント',
      before: { unreadable: true },
    })
  })

/** Sends the provider a harmless test request with the stored account. */
export async function testProviderAccount(
  ctx: AdminContext,
  kind: ProviderAccountKind,
): Promise<ProviderAccountTestResult[]> {
  const { values, isBroken } = await load(ctx, ctx.db)
  if (isBroken) return [{ about: PROVIDER_ACCOUNT_KIND_NAME[kind], is_good: false }]
  return ctx.ports.account.ask(kind, values)
}

interface StoredAccount {
  values: SealedValues
  /** The values were sealed with a key that is unknown here. */
  isBroken: boolean
}

async function load({ shop_id, secrets }: AdminContext, db: Queryable): Promise<StoredAccount> {
  const sealed = await loadSealedProviderAccounts(db, shop_id)
  if (sealed === null) return { values: {}, isBroken: false }
  try {
    return { values: openShopValues(secrets, shop_id, sealed), isBroken: false }
  } catch {
    return { values: {}, isBroken: true }
  }
}

function viewOf(ctx: AdminContext, { values, isBroken }: StoredAccount, kind: ProviderAccountKind): Account {
  return {
    kind,
    source: isBroken ? 'none' : ctx.ports.account.sourceOf(kind, values),
    values: variablesOfAccount(kind).map((name) => ({ name, masked: maskAccountValue(name, values[name]) })),
    is_usable: !isBroken && ctx.ports.account.objections(values, false).length === 0,
  }
}

/** Serialises the changes of a shop's accounts and records which values were set, but no value. */
function change(
  ctx: AdminContext,
  kind: ProviderAccountKind,
  fresh: SealedValues,
  next: (before: SealedValues) => SealedValues,
): Promise<Account> {
  return ctx.db.transaction(async (tx) => {
    await lockShop(tx, ctx)
    const { values: before, isBroken } = await load(ctx, tx)
    if (isBroken) throw unreadable()
    const after = next(before)
    await save(tx, ctx, after)
    const labels = (names: string[]) => names.map((name) => PROVIDER_ACCOUNT_VARIABLES[name]!.label)
    const isSet = (values: SealedValues) =>
      labels(variablesOfAccount(kind).filter((name) => values[name] !== undefined))
    await recordAudit(tx, ctx, {
      subject: 'shop_account',
      subject_id: kind,
      subject_name: PROVIDER_ACCOUNT_KIND_NAME[kind],
      before: { set: isSet(before) },
      after: { set: isSet(after), renewed: labels(Object.keys(fresh)) },
    })
    return viewOf(ctx, { values: after, isBroken: false }, kind)
  })
}

const lockShop = (tx: Tx, { shop_id }: AdminContext) =>
  tx.select({ id: shop.id }).from(shop).where(eq(shop.id, shop_id)).for('no key update')

/** Changes are refused, because the sealed row is the only copy: it stays until its key is back. */
const unreadable = () =>
  new ShopError(
    409,
    'ERROR_ACCOUNTS_UNREADABLE',
    '登録済みのアカウントを読み取れないため、変更できません。サーバーの暗号鍵(SECRET_KEY)を、サーバーの担当者にご確認ください。',
  )

async function save(tx: Tx, { shop_id, secrets, clock }: AdminContext, values: SealedValues): Promise<void> {
  if (Object.keys(values).length === 0) {
    await tx.delete(shop_account).where(eq(shop_account.shop_id, shop_id))
    return
  }
  const row = { sealed: sealShopValues(secrets, { shop_id, values }), updated_at: clock.now() }
  await tx
    .insert(shop_account)
    .values({ shop_id, ...row })
    .onConflictDoUpdate({ target: shop_account.shop_id, set: row })
}

/** Rejects variables of other accounts and, for values typed on a screen, anything that is not among the choices. */
function refuseForeign(
  kind: ProviderAccountKind,
  given: SealedValues,
  isTyped: boolean,
  removed: readonly string[],
): void {
  const names = Object.keys(given)
  const needed = removed.filter((name) => {
    const variable = PROVIDER_ACCOUNT_VARIABLES[name]
    return variable?.kind !== kind || !variable.is_optional
  })
  if (needed.length > 0) throw invalidFields(needed.map((name) => beside({ name, reason: 'missing' })))
  if (names.length + removed.length === 0)
    throw new ShopError(422, 'ERROR_VALIDATION', '新しい値を、ひとつ以上入力してください。')
  const wrong = names.filter((name) => {
    const variable = PROVIDER_ACCOUNT_VARIABLES[name]
    if (variable?.kind !== kind) return true
    return isTyped && variable.choices !== undefined && !variable.choices.some(({ value }) => value === given[name])
  })
  if (wrong.length > 0) throw invalidFields(wrong.map((name) => beside({ name, reason: 'malformed' })))
}

function refused(kind: ProviderAccountKind, objections: ProviderAccountFailure[]): ShopError {
  const own = objections.filter(({ name }) => name !== null && PROVIDER_ACCOUNT_VARIABLES[name]?.kind === kind)
  if (own.length > 0) return invalidFields(own.map(beside))
  const other = objections
    .map(({ name }) => PROVIDER_ACCOUNT_VARIABLES[name ?? '']?.kind)
    .find((one) => one !== undefined)
  const where = other ? `「${PROVIDER_ACCOUNT_KIND_NAME[other]}」のアカウント` : 'サーバーの設定'
  return new ShopError(
    422,
    'ERROR_VALIDATION',
    `${where}に誤りがあるため、保存できません。先にそちらをご確認ください。`,
  )
}

function beside({ name, reason }: ProviderAccountFailure): FieldFailure {
  const { label, hint } = PROVIDER_ACCOUNT_VARIABLES[name!] ?? { label: name }
  const sentences = {
    missing: `${label}を入力してください。`,
    mixed: 'サンドボックスと本番のアカウントは、いっしょに使えません。値をご確認ください。',
    malformed: `${label}の形が正しくありません。${hint ?? '値をご確認ください。'}`,
  }
  return {
    path: `values.${name}`,
    message_id: reason === 'missing' ? 'cmn-err-001' : 'cmn-err-003',
    message: sentences[reason],
  }
}
