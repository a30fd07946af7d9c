import { createHash } from 'node:crypto'
import type { Queryable, Tx } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import { eq } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { type AuditChange, recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'

interface SettingChange<S extends Record<string, unknown>> extends Omit<AuditChange, 'before' | 'after'> {
  /** The version that the screen has read. */
  version: string
  load(db: Queryable): Promise<S>
  write(tx: Tx, before: S): Promise<unknown>
}

/** Adds to a setting its version, which a change of it has to repeat. */
export const withSettingVersion = <S extends object>(state: S): S & { version: string } => ({
  ...state,
  version: versionOf(state),
})

/** A hash of the state as it is read, because most settings are not one single row. */
const versionOf = (state: object): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)

/**
 * Changes a setting in one transaction with its audit entry. Changes of one shop's settings run one after another.
 * @throws ShopError 409 when the setting is no longer what the screen has read
 */
export async function changeSetting<S extends Record<string, unknown>>(ctx: OperatorContext, change: SettingChange<S>) {
  const { version, load, write, ...about } = change
  return ctx.db.transaction(async (tx) => {
    await lockSettings(tx, ctx.shop_id)
    const before = await load(tx)
    if (versionOf(before) !== version) throw changedMeanwhile()
    await write(tx, before)
    const after = await load(tx)
    await recordAudit(tx, ctx, { ...about, before, after })
    return withSettingVersion(after)
  })
}

/** Changes of one shop's settings wait for each other. Weaker than `update`, so that orders, which refer to the shop, can continue. */
export const lockSettings = (tx: Tx, shop_id: number) =>
  tx.select({ id: shop.id }).from(shop).where(eq(shop.id, shop_id)).for('no key update')

const changedMeanwhile = () =>
  new ShopError(
    409,
    'ERROR_CHANGED_MEANWHILE',
    'ほかの人がこの設定を変えました。上書きしないよう保存を止めています。画面を読み込み直して、もう一度お試しください。',
  )
