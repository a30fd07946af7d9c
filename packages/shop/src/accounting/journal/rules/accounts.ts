import type { JournalPart, JournalProgram, JournalTax } from '@kushi/values/journal'
import { mapOrderFees } from '@kushi/values/order-amounts'

/** The standard accounts of a mail-order shop; each can be changed by the shop. */
export const STANDARD_ACCOUNTS: Record<JournalPart, string> = {
  sale: '売上高',
  ...mapOrderFees(() => '売上高'),
  return: '売上値引高',
  prepaid: '前受金',
  receivable: '売掛金',
  moved_return: '売上値引高',
  bank: '普通預金',
  provider_fee: '支払手数料',
  provider_fee_exempt: '支払手数料',
  suspense: '仮受金',
  difference: '雑損失',
  gain: '雑収入',
}

/** How each part of a journal is taxed. */
export const journalTaxByPart: Record<JournalPart, JournalTax> = {
  sale: 'sale',
  ...mapOrderFees(() => 'sale' as const),
  return: 'return',
  prepaid: 'none',
  receivable: 'none',
  moved_return: 'none',
  bank: 'none',
  provider_fee: 'purchase',
  provider_fee_exempt: 'exempt',
  suspense: 'none',
  difference: 'none',
  gain: 'none',
}

interface Words {
  sale: Record<8 | 10, string>
  return: Record<8 | 10, string>
  /** 課税仕入, with a qualified invoice. */
  purchase: { 10: string }
  /** 非課税仕入 */
  exempt: string
  none: string
}

/** 税区分 with the rate inside the word, as each program registers it; 勘定奉行 takes codes that a shop sets itself. */
const STANDARD_TAX_WORDS: Record<JournalProgram, Words> = {
  yayoi: {
    sale: { 10: '課税売上込10%', 8: '課税売上込軽減8%' },
    return: { 10: '課税売返込10%', 8: '課税売返込軽減8%' },
    purchase: { 10: '課対仕入込10%適格' },
    exempt: '非課仕入',
    none: '対象外',
  },
  money_forward: {
    sale: { 10: '課税売上 10%', 8: '課税売上 (軽)8%' },
    return: { 10: '課税売上-返還等 10%', 8: '課税売上-返還等 (軽)8%' },
    purchase: { 10: '課税仕入 10%' },
    exempt: '非課税仕入',
    none: '対象外',
  },
  freee: {
    sale: { 10: '課税売上10%', 8: '課税売上8%（軽）' },
    return: { 10: '課税売返10%', 8: '課税売返8%（軽）' },
    purchase: { 10: '課対仕入10%' },
    exempt: '非課仕入',
    none: '対象外',
  },
  obc: {
    sale: { 10: '0010', 8: '0010' },
    return: { 10: '0011', 8: '0011' },
    purchase: { 10: '0030' },
    exempt: '0032',
    none: '0000',
  },
}

/** The standard 税区分 of an accounting program for an amount with this tax treatment and rate. */
export function standardTaxCategory(program: JournalProgram, tax: JournalTax, tax_rate: number | null): string {
  const standard = STANDARD_TAX_WORDS[program]
  if (tax === 'none' || tax === 'exempt') return standard[tax]
  return tax === 'purchase' ? standard.purchase[10] : standard[tax][tax_rate as 8 | 10]
}
