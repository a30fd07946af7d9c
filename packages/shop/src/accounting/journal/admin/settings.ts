import { journal_account, journal_tax_word, sales_basis } from '@kushi/db/schema/ledger'
import { JOURNAL_PARTS, JOURNAL_PROGRAMS, JOURNAL_TAXES } from '@kushi/values/journal'
import { desc, eq } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { refusedField } from '../../../shop-error.ts'
import { loadClosedMonths } from '../../ledger/index.ts'
import { STANDARD_ACCOUNTS, standardTaxCategory } from '../rules/accounts.ts'
import { loadJournalSettings } from './journals.ts'

/** Returns 勘定科目, 税区分 and 売上計上基準 of the shop. Settings that the shop has not changed have their standard value. */
export const showAccountingSettings: AdminHandler<'GET /admin/v1/accounting/settings'> = async ({ db, shop_id }) => {
  const [{ accounts, tax_words }, [basis]] = await Promise.all([
    loadJournalSettings(db, shop_id),
    db.select().from(sales_basis).where(eq(sales_basis.shop_id, shop_id)).orderBy(desc(sales_basis.from_day)).limit(1),
  ])
  const missing = JOURNAL_PARTS.filter(
    (part) => !accounts.some((one) => one.part === part && one.payment_method_id === null),
  )
  const standard = JOURNAL_PROGRAMS.flatMap((program) => {
    const rates = { sale: [10, 8], return: [10, 8], purchase: [10], exempt: [null], none: [null] } as const
    return JOURNAL_TAXES.flatMap((part) =>
      rates[part].map((tax_rate) => ({ program, part, tax_rate, word: standardTaxCategory(program, part, tax_rate) })),
    )
  })
  return {
    basis: basis?.basis ?? 'shipped',
    basis_from: basis?.from_day ?? null,
    accounts: [
      ...accounts.map((one) => ({ ...one, part: one.part as (typeof JOURNAL_PARTS)[number] })),
      ...missing.map((part) => ({
        part,
        payment_method_id: null,
        account: STANDARD_ACCOUNTS[part],
        sub_account: '',
        department: '',
        code: '',
        sub_code: '',
      })),
    ],
    tax_words: standard.map((one) => {
      const own = tax_words.find(
        ({ program, part, tax_rate }) => program === one.program && part === one.part && tax_rate === one.tax_rate,
      )
      return { ...one, word: own?.word ?? one.word }
    }),
  }
}

/**
 * Saves 勘定科目, 税区分 and 売上計上基準 of the shop.
 * @throws ShopError 422 for a basis from a closed month on, or two accounts for the same
 */
export const saveAccountingSettings: AdminHandler<'PUT /admin/v1/accounting/settings'> = async (
  ctx,
  { accounts, tax_words, basis },
) => {
  const { shop_id } = ctx
  const twice = accounts.findIndex(({ part, payment_method_id: id }, n) =>
    accounts.slice(0, n).some((one) => one.part === part && one.payment_method_id === id),
  )
  if (twice >= 0) throw refusedField(`accounts.${twice}.part`, '同じ内容とお支払い方法の行が、もうあります。')
  await ctx.db.transaction(async (tx) => {
    if (basis && [...(await loadClosedMonths(tx, shop_id))].some((month) => month >= basis.from_day))
      throw refusedField('basis.from_day', '締めた月からは変えられません。あとの月を選んでください。')
    const before = await loadJournalSettings(tx, shop_id)
    await tx.delete(journal_account).where(eq(journal_account.shop_id, shop_id))
    await tx.delete(journal_tax_word).where(eq(journal_tax_word.shop_id, shop_id))
    if (accounts.length > 0) await tx.insert(journal_account).values(accounts.map((one) => ({ ...one, shop_id })))
    if (tax_words.length > 0) await tx.insert(journal_tax_word).values(tax_words.map((one) => ({ ...one, shop_id })))
    if (basis)
      await tx
        .insert(sales_basis)
        .values({ ...basis, shop_id })
        .onConflictDoUpdate({ target: [sales_basis.shop_id, sales_basis.from_day], set: { basis: basis.basis } })
    await recordAudit(tx, ctx, {
      subject: 'journal_account',
      subject_id: shop_id,
      subject_name: '勘定科目と税区分',
      before: { journal_accounts: before.accounts, tax_words: before.tax_words },
      after: { journal_accounts: accounts, tax_words, ...(basis && { basis }) },
    })
  })
  return {}
}
