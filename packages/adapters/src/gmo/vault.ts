import type { CardPort, SavedCard } from '@kushi/shop/ports/card-port'
import { PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { GmoError, translateGmoErrors } from './call.ts'

type Call = (
  api: string,
  fields: Record<string, string>,
  expected: readonly string[],
) => Promise<Record<string, string>>
type Fields = Record<string, string>

const memberExists = 'E01390010'
const memberUnknown = 'E01390002'
const cardUnknown = 'E01240002'
const carries = (error: unknown, ...infos: string[]) =>
  error instanceof GmoError && infos.some((one) => error.infos.includes(one))

/**
 * The card vault of a site. Uses physical numbers (SeqMode 1): a logical number would mean another card after a
 * deletion, and subscriptions store theirs for years.
 */
export function gmoCardVault(
  call: Call,
  shop: Fields,
  site: Fields,
): Pick<CardPort, 'saveMember' | 'saveCardOfTrade' | 'listCards' | 'brandOf' | 'setDefaultCard' | 'deleteCard'> {
  const numbered = ({ gmo_id, card_seq }: { gmo_id: string; card_seq: number }) => ({
    ...site,
    MemberID: gmo_id,
    SeqMode: '1',
    CardSeq: String(card_seq),
  })
  return {
    async saveMember(gmo_id) {
      try {
        const answer = await call('SaveMember', { ...site, MemberID: gmo_id }, ['MemberID'])
        if (answer.MemberID !== gmo_id) throw new PaymentUnavailable('SaveMember: incomplete answer')
      } catch (error) {
        if (!carries(error, memberExists)) return translateGmoErrors(Promise.reject(error))
      }
    },

    async saveCardOfTrade({ provider_order_id, gmo_id, is_default }) {
      const member = { MemberID: gmo_id, SeqMode: '1', DefaultFlag: is_default ? '1' : '0' }
      const fields = { ...shop, ...site, OrderID: provider_order_id, ...member }
      const answer = await translateGmoErrors(call('TradedCard', fields, ['CardSeq', 'CardNo', 'Forward']))
      return { card_seq: Number(answer.CardSeq), card_info: answer.CardNo! }
    },

    async listCards(gmo_id) {
      try {
        return cardsOf(await call('SearchCard', { ...site, MemberID: gmo_id, SeqMode: '1' }, columns))
      } catch (error) {
        if (carries(error, cardUnknown, memberUnknown)) return []
        return translateGmoErrors(Promise.reject(error))
      }
    },

    async brandOf(card) {
      const answer = await translateGmoErrors(call('SearchCardDetail', { ...shop, ...numbered(card) }, ['Brand']))
      return wireName(answer.Brand)
    },

    async setDefaultCard(card) {
      await translateGmoErrors(call('SaveCard', { ...numbered(card), DefaultFlag: '1' }, ['CardSeq']))
    },

    async deleteCard(card) {
      try {
        await call('DeleteCard', numbered(card), ['CardSeq'])
      } catch (error) {
        if (!carries(error, cardUnknown, memberUnknown)) return translateGmoErrors(Promise.reject(error))
      }
    },
  }
}

/** GMO's brand names → ours. */
const brandNames: Record<string, string> = {
  VISA: 'visa',
  MASTER: 'mastercard',
  JCB: 'jcb',
  AMEX: 'amex',
  DINERS: 'diners',
}
const wireName = (brand: string | undefined): string | null => brandNames[brand ?? ''] ?? null

const columns = ['CardSeq', 'DefaultFlag', 'CardNo', 'Expire', 'HolderName', 'DeleteFlag']

/** Several cards are returned as `0|1|2` in each field; deleted ones are left out. */
function cardsOf(answer: Fields): SavedCard[] {
  const table = Object.fromEntries(columns.map((name) => [name, answer[name]!.split('|')]))
  const count = table.CardSeq!.length
  if (columns.some((name) => table[name]!.length !== count))
    throw new PaymentUnavailable('SearchCard: incomplete answer')
  const brands = answer.Brand?.split('|') ?? []
  return table.CardSeq!.flatMap((seq, n) => {
    const value = (name: string) => table[name]![n]!
    if (value('DeleteFlag') === '1') return []
    const default_flag = value('DefaultFlag') === '1' ? '1' : '0'
    const shown = { card_info: value('CardNo'), expire: value('Expire'), holder_name: value('HolderName') }
    return [{ card_seq: Number(seq), default_flag, ...shown, brand: wireName(brands[n]) }]
  })
}
