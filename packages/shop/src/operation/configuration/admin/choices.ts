import { CHOICE_LISTS } from '@kushi/contract/admin/choice-setting'
import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { master_data } from '@kushi/db/schema/shop'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { AdminInput, AdminVerb } from '../../../foundation/admin/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { changeSetting, versioned } from '../internal/change-setting.ts'

type Given = AdminInput<'PUT /admin/v1/setting/choices/{name}'>
type Name = Given['name']

const load = async (db: Queryable, shop_id: number, name: Name) => ({
  name,
  items: await db
    .select({ id: master_data.id, label: master_data.label })
    .from(master_data)
    .where(and(eq(master_data.shop_id, shop_id), eq(master_data.name, name)))
    .orderBy(asc(master_data.sort_no)),
})

export const getChoices: AdminVerb<'GET /admin/v1/setting/choices/{name}'> = async ({ db, shop_id }, { name }) =>
  versioned(await load(db, shop_id, name))

/** @throws ShopError 422 ERROR_FIXED when rules depend on the choice to change, ERROR_IN_USE when members chose it */
export const changeChoices: AdminVerb<'PUT /admin/v1/setting/choices/{name}'> = (ctx, { name, items, version }) => {
  const { shop_id } = ctx
  return changeSetting(ctx, {
    subject: 'master_data',
    subject_id: name,
    subject_name: CHOICE_LISTS[name].label,
    version,
    load: (db) => load(db, shop_id, name),
    write: async (tx, before) => {
      refuseFixed(name, before.items, items)
      const { kind } = CHOICE_LISTS[name]
      if (kind === 'open') await refuseChosen(tx, shop_id, name, goneOf(before.items, items))
      const list = and(eq(master_data.shop_id, shop_id), eq(master_data.name, name))
      await tx.delete(master_data).where(list)
      let next = Math.max(0, ...before.items.map(({ id }) => id ?? 0).filter((id) => id !== CHOICE_LISTS[name].kept))
      const numbered = items.map(({ id, label }, n) => {
        if (id !== null || kind === 'labels') return { id, label, sort_no: n + 1 }
        next += next + 1 === CHOICE_LISTS[name].kept ? 2 : 1
        return { id: next, label, sort_no: n + 1 }
      })
      await tx.insert(master_data).values(numbered.map((item) => ({ ...item, shop_id, name })))
    },
  })
}

const goneOf = (before: Given['items'], after: Given['items']) =>
  before.flatMap(({ id }) => (id !== null && !after.some((item) => item.id === id) ? [id] : []))

function refuseFixed(name: Name, before: Given['items'], after: Given['items']): void {
  const { kind, kept, note } = CHOICE_LISTS[name]
  const ids = (items: Given['items']) => items.map(({ id }) => id)
  const known = new Set(ids(before))
  const own = ids(after).filter((id) => id !== null)
  const isFine = {
    fixed: () => false,
    labels: () => JSON.stringify(ids(before)) === JSON.stringify(ids(after)),
    open: () =>
      own.every((id) => known.has(id)) &&
      new Set(own).size === own.length &&
      (kept === undefined || !known.has(kept) || own.includes(kept)),
  }[kind]()
  if (!isFine) throw new ShopError(422, 'ERROR_FIXED', note)
}

async function refuseChosen(tx: Tx, shop_id: number, name: Name, gone: number[]): Promise<void> {
  if (name !== 'where_did_you_know' || gone.length === 0) return
  const chosen = and(eq(customer.shop_id, shop_id), inArray(customer.where_did_you_know, gone))
  const [member] = await tx.select({ id: customer.id }).from(customer).where(chosen).limit(1)
  if (member) throw new ShopError(422, 'ERROR_IN_USE', '会員が選んだ選択肢は消せません。言葉を変えることはできます。')
}
