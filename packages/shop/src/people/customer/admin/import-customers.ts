import { emailField } from '@kushi/contract/form/member'
import { memberFailures } from '@kushi/contract/form/member-rules'
import { MemberUpdateForm, phoneRuleOfMember } from '@kushi/contract/form/member-update'
import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { normalizeEmail } from '@kushi/values/email'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import {
  type ChangedCell,
  type CsvRow,
  type FileImport,
  parseOrRefuse,
  runImport,
} from '../../../foundation/csv/index.ts'
import { invalidFields, ShopError } from '../../../shop-error.ts'
import { addMember, auditChangedMemberFields, nullEmptyCompanyFields } from '../internal/add-member.ts'
import {
  type CustomerSheetRow,
  customerNumberColumn,
  customerSheetColumns,
  emailColumn,
} from '../internal/customer-sheet.ts'
import { recordConsent } from '../internal/record-consent.ts'
import { normalizeProfile } from '../rules/normalize-member.ts'
import { customerListSource } from './list-customers.ts'

type Row = typeof customer.$inferSelect
type StoredMember = CustomerSheetRow & { row: Row }

export const checkCustomerImport: AdminHandler<'POST /admin/v1/customers/import/check'> = (ctx, { content }) =>
  importCustomers(ctx, content, true)
export const runCustomerImport: AdminHandler<'POST /admin/v1/customers/import/run'> = (ctx, { content }) =>
  importCustomers(ctx, content, false)

/** A file can't change the e-mail of an existing member: they log in with it and change it themselves. */
const ofKnown = customerSheetColumns.map((column) =>
  column === emailColumn ? { head: column.head, of: column.of } : column,
)

/**
 * 会員の取り込み: finds members by their number or their e-mail. Others are added without a password, which they set by
 * 「パスワードをお忘れの方」. A new member may bring a consent given elsewhere; an existing one consents themselves
 * (特定電子メール法). Addresses in the address book and running subscriptions stay as they are.
 */
const importCustomers = (ctx: OperatorContext, content: Uint8Array, isCheck: boolean) =>
  runImport(
    ctx,
    { kind: '会員', content, columns: customerSheetColumns, needed: [emailColumn.head], isCheck },
    async (tx, all) => {
      const { byNumber, byEmail } = await knownMembers(ctx, all)
      const seen = new Set<string>()
      for (const csv of all.csv.rows) {
        const address = normalizeEmail(csv.cells.get(emailColumn.head) ?? '')
        const given = csv.cells.get(customerNumberColumn.head)?.trim() ?? ''
        const before = (given ? byNumber.get(given) : byEmail.get(address)) ?? null
        if (given && !before) {
          all.fault(csv.row, customerNumberColumn.head, 'この番号の会員はいません。新しい会員の番号は空けてください。')
          continue
        }
        const who = before ? String(before.id) : address
        if (seen.has(who))
          all.fault(csv.row, before ? customerNumberColumn.head : emailColumn.head, 'ほかの行と同じ会員です。')
        seen.add(who)
        const cells = all.typed(
          csv,
          before ? ofKnown.filter((one) => one !== customerNumberColumn || given) : customerSheetColumns,
          before,
        )
        if (before && cells.length === 0) continue
        if (before?.withdrawn_at) {
          all.fault(csv.row, customerNumberColumn.head, '退会した会員です。')
          continue
        }
        const consent = cells.find(({ name, value }) => name === 'mail_magazine_flag' && value === true)
        if (before && consent)
          all.fault(
            csv.row,
            consent.head,
            'お知らせを受け取ることへの同意は、ご本人だけができます。0のままにしてください。',
          )
        all.noteChange(
          csv,
          address,
          customerSheetColumns,
          before,
          cells.map(({ head }) => head),
        )
        if (all.isFaulty(csv)) continue
        await all.attempt(
          csv.row,
          (path) => ({ head: headOf(path) }),
          () => save(tx, ctx, before, csv, cells),
        )
      }
    },
  )

const headOf = (path: string): string => {
  const name = path.startsWith('postal_code') ? 'postal_code' : path
  return customerSheetColumns.find((column) => column.name === name)?.head ?? ''
}

async function save(tx: Tx, ctx: OperatorQueryContext, before: StoredMember | null, csv: CsvRow, cells: ChangedCell[]) {
  const typed = Object.assign(
    {},
    ...cells.map(({ name, value }) => (name === 'postal_code' ? value : { [name]: value })),
  )
  const form = checked(ctx, before, { ...(before?.row ?? blankMember), ...typed }, Object.keys(typed))
  if (before) await change(tx, ctx, before.row, form, cells)
  else
    await add(tx, ctx, form, normalizeEmail(parseOrRefuse(emailField, csv.cells.get(emailColumn.head) ?? '', 'email')))
}

type Form = MemberUpdateForm

/**
 * Validates with the rules of the member's own form. For an existing member only the fields that the file changes,
 * because the others may be older than a rule.
 */
function checked(
  ctx: OperatorQueryContext,
  before: StoredMember | null,
  given: Record<string, unknown>,
  names: string[],
): Form {
  const texts = ['company_name', 'company_name_kana', 'manager_name', 'manager_name_kana']
  const whole = { ...given, ...Object.fromEntries(texts.map((name) => [name, given[name] ?? ''])) }
  try {
    const form = normalizeProfile(parseOrRefuse(MemberUpdateForm, { ...whole, where_did_you_know: null }))
    const phone = phoneRuleOfMember(before?.phone_number ?? '')(form.phone_number)
    const faults = [...memberFailures(form, ctx.clock.today()), ...(phone ? [{ path: 'phone_number', ...phone }] : [])]
    if (faults.length > 0) throw invalidFields(faults)
    return form
  } catch (error) {
    if (!before || !(error instanceof ShopError)) throw error
    const own = error.fields?.filter(({ path }) => names.includes(path)) ?? []
    if (own.length > 0) throw invalidFields(own)
    return whole as unknown as Form
  }
}

async function change(tx: Tx, ctx: OperatorQueryContext, before: Row, form: Form, cells: ChangedCell[]): Promise<void> {
  const names = cells.flatMap(({ name }) => (name === 'postal_code' ? ['postal_code01', 'postal_code02'] : [name]))
  const all = { ...form, ...nullEmptyCompanyFields(form) }
  const set = Object.fromEntries(names.map((name) => [name, all[name as keyof typeof all]]))
  const consented = await recordConsent(tx, ctx, before, before, { ...before, ...set }, 'moved_in')
  await tx
    .update(customer)
    .set({ ...set, ...consented })
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, before.id)))
  await auditChangedMemberFields(tx, ctx, before.id, names)
}

async function add(tx: Tx, ctx: OperatorQueryContext, form: Form, address: string): Promise<void> {
  const id = await addMember(tx, ctx, { ...form, ...nullEmptyCompanyFields(form) }, address, 'moved_in')
  await auditChangedMemberFields(tx, ctx, id, Object.keys(form))
}

async function knownMembers(ctx: OperatorContext, all: FileImport) {
  const given = (head: string) => all.csv.rows.map(({ cells }) => cells.get(head)?.trim() ?? '').filter(Boolean)
  const numbers = given(customerNumberColumn.head)
    .map(Number)
    .filter((n) => Number.isSafeInteger(n) && n > 0)
  const emails = given(emailColumn.head).map(normalizeEmail)
  const isOne = [
    ...(numbers.length > 0 ? [inArray(customer.id, numbers)] : []),
    ...(emails.length > 0 ? [inArray(customer.email, emails)] : []),
  ]
  const source = customerListSource(ctx)
  const rows =
    isOne.length === 0
      ? []
      : await source.rows({
          where: and(source.where, or(...isOne)),
          orderBy: [sql`${customer.id}`],
          limit: all.csv.rows.length * 2,
          sort_value: sql<string>`''`,
        })
  const known = rows.map(
    ({ row, rank_name }): StoredMember => ({
      ...row,
      row,
      rank_name,
      source_label: null,
      has_line: row.line_id !== null,
    }),
  )
  return {
    byNumber: new Map(known.map((one) => [String(one.id), one])),
    byEmail: new Map(known.map((one) => [one.email, one])),
  }
}

/** A new member's values where the file has none. */
const blankMember = {
  name01: '',
  name02: '',
  kana01: '',
  kana02: '',
  postal_code01: '',
  postal_code02: '',
  pref_id: 0,
  addr01: '',
  addr02: '',
  addr03: '',
  phone_number: '',
  birthday: null,
  sex: null,
  account_type: false,
  mail_magazine_flag: false,
  line_magazine_flag: false,
}
