import type { VaultCard } from './cards.ts'
import { type Check, checkMemberId, checkSite, findMember } from './check.ts'
import type { Member, MemberCard } from './entities.ts'
import { GmoError } from './errors.ts'
import type { Gmo } from './gmo.ts'

const LIFE = 30 * 60 * 1000

/** Resolves a token, which works once and for half an hour. */
export function openToken(gmo: Gmo, value: string, use = true): VaultCard {
  const token = gmo.entities.tokens.get(value)
  if (token === undefined) throw new GmoError('EX1000301')
  if (token.usedAt !== null) throw new GmoError('EX1000302')
  if (gmo.now().getTime() > token.issuedAt + LIFE) throw new GmoError('EX1000303')
  if (use) gmo.entities.tokens.put(value, { ...token, usedAt: gmo.now().getTime() })
  return token.card
}

export const seqMode = (check: Check): '0' | '1' =>
  check.optional('SeqMode', /^[01]$/, 'E01470008') === '1' ? '1' : '0'

/**
 * The number that identifies a card. Physical (1): permanent. Logical (0): the position among the cards that are not
 * deleted, which shifts after a deletion.
 */
export function numbered(member: Member, mode: '0' | '1'): { number: number; card: MemberCard }[] {
  if (mode === '1') return member.cards.map((card) => ({ number: card.seq, card }))
  return member.cards.filter((card) => !card.deleted).map((card, number) => ({ number, card }))
}

export function cardAt(member: Member, mode: '0' | '1', cardSeq: string): MemberCard {
  const found = numbered(member, mode).find(({ number, card }) => number === Number(cardSeq) && !card.deleted)
  if (found === undefined) throw new GmoError('E01240002')
  return found.card
}

export function checkCardSeq(check: Check, required: boolean): string {
  const cardSeq = check.value('CardSeq')
  check.refuse('E01230001', required && cardSeq === '')
  check.refuse('E01230006', !/^\d*$/.test(cardSeq))
  check.refuse('E01230009', cardSeq.length > 4)
  return cardSeq
}

export function saveMember(gmo: Gmo, member: Member): void {
  gmo.entities.members.put(member.memberId, member)
}

/** Adds a card under the next number that was never used. */
export function addCard(gmo: Gmo, member: Member, card: VaultCard, cardName: string, defaultFlag: string): MemberCard {
  if (member.cards.filter((one) => !one.deleted).length >= gmo.config.maxCards) throw new GmoError('E01230009')
  const added: MemberCard = { seq: member.cards.length, card, cardName, defaultFlag: '0', deleted: false }
  member.cards.push(added)
  setDefault(member, added, defaultFlag)
  saveMember(gmo, member)
  return added
}

/** At most one card of a member is the default for recurring use. */
export function setDefault(member: Member, card: MemberCard, defaultFlag: string): void {
  if (defaultFlag === '1') for (const other of member.cards) other.defaultFlag = '0'
  card.defaultFlag = defaultFlag === '1' ? '1' : '0'
}

export type CardSource = { card: VaultCard; siteId: string; memberId: string; cardSeq: string }

/**
 * The card of a charge: a token, or a member's card. A bare card number is rejected, because a shop without card data
 * (非保持化) has no contract for sending one.
 */
export function checkCardSource(gmo: Gmo, check: Check): () => CardSource {
  check.refuse('E61040001', check.value('CardNo') !== '')
  const token = check.value('Token')
  if (token !== '') return () => ({ card: openToken(gmo, token), siteId: '', memberId: '', cardSeq: '' })
  if (check.value('MemberID') === '' && check.value('CardSeq') === '') {
    check.refuse('E01170001')
    check.refuse('E01180001')
  } else checkSite(gmo, check)
  const memberId = check.value('MemberID') === '' ? '' : checkMemberId(check)
  const mode = seqMode(check)
  const cardSeq = checkCardSeq(check, memberId !== '')
  check.optional('SecurityCode', /^\d{3,4}$/, 'E01460008')
  return () => {
    const found = cardAt(findMember(gmo, memberId), mode, cardSeq)
    return { card: found.card, siteId: gmo.config.siteId, memberId, cardSeq }
  }
}
