import type { CardPort, SavedCard } from '@kushi/shop/payment/card-port'
import { GmoError, inPortTerms } from './call.ts'

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
 * The card vault of a site. Numbers are physical (SeqMode 1): a logical number would mean another card after a delete,
 * and subscriptions remember theirs for years.
 */
export function vault(
  call: Call,
  shop: Fields,
  site: Fields,
): Pick<CardPort, 'saveMember' | 'saveCardOfTrade' | 'listCards'> {
  return {
    async saveMember(gmo_id) {
      try {
        await call('SaveMember', { ...site, MemberID: gmo_id }, ['MemberID'])
      } catch (error) {
        if (!carries(error, memberExists)) return inPortTerms(Promise.reject(error))
      }
    },

    async saveCardOfTrade({ provider_order_id, gmo_id, is_default }) {
      const member = { MemberID: gmo_id, SeqMode: '1', DefaultFlag: is_default ? '1' : '0' }
      const fields = { ...shop, ...site, OrderID: provider_order_id, ...member }
      const answer = await inPortTerms(call('TradedCard', fields, ['CardSeq']))
      return { card_seq: Number(answer['CardSeq']), card_info: answer['CardNo'] ?? '' }
    },

    async listCards(gmo_id) {
      try {
        const answer = await call('SearchCard', { ...site, MemberID: gmo_id, SeqMode: '1' }, [
          'CardSeq',
          'CardNo',
          'Expire',
        ])
        return cardsOf(answer)
      } catch (error) {
        if (carries(error, cardUnknown, memberUnknown)) return []
        return inPortTerms(Promise.reject(error))
      }
    },
  }
}

/** Several cards come as `0|1|2` in each field. */
function cardsOf(answer: Fields): SavedCard[] {
  const column = (name: string) => answer[name]?.split('|') ?? []
  return column('CardSeq')
    .map((seq, n) => ({
      card_seq: Number(seq),
      default_flag: (column('DefaultFlag')[n] === '1' ? '1' : '0') as SavedCard['default_flag'],
      card_info: column('CardNo')[n] ?? '',
      expire: column('Expire')[n] ?? '',
      holder_name: column('HolderName')[n] ?? '',
      brand: column('Brand')[n] || null,
      is_deleted: column('DeleteFlag')[n] === '1',
    }))
    .filter((card) => !card.is_deleted)
}
