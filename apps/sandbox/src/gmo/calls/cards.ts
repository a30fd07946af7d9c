import { Check, checkMemberId, checkOrderId, checkShop, checkSite, findMember } from '../check.ts'
import type { Member, MemberCard } from '../entities.ts'
import { GmoError } from '../errors.ts'
import type { Call } from '../gmo.ts'
import { addCard, cardAt, checkCardSeq, numbered, openToken, saveMember, seqMode, setDefault } from '../vault.ts'
import type { Fields } from '../wire.ts'

const numberOf = (member: Member, mode: '0' | '1', card: MemberCard) =>
  String(numbered(member, mode).find((one) => one.card === card)?.number ?? '')

const defaultFlag = (check: Check) => check.optional('DefaultFlag', /^[01]$/, 'E01440008')

/** カード登録・更新: a new card without CardSeq, otherwise a change of that card. */
export const saveCard: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkSite(gmo, check)
  const memberId = checkMemberId(check)
  const mode = seqMode(check)
  const cardSeq = checkCardSeq(check, false)
  const flag = defaultFlag(check)
  const token = check.value('Token')
  check.refuse('E61040001', check.value('CardNo') !== '')
  check.refuse('E01170001', token === '' && cardSeq === '')
  const expire = check.optional('Expire', /^\d{2}(0[1-9]|1[0-2])$/, 'E01180008')
  const holderName = check.optional('HolderName', /^[\x20-\x7e]{1,50}$/, 'E01480008')
  const cardName = check.value('CardName')
  check.done()

  const member = findMember(gmo, memberId)
  const target = cardSeq === '' ? undefined : cardAt(member, mode, cardSeq)
  const opened = token === '' ? undefined : openToken(gmo, token)
  if (target === undefined) {
    const added = addCard(gmo, member, opened as NonNullable<typeof opened>, cardName, flag)
    return { CardSeq: numberOf(member, mode, added), CardNo: added.card.masked, Forward: '2a99662' }
  }
  target.card = opened ?? {
    ...target.card,
    expire: expire === '' ? target.card.expire : expire,
    holderName: holderName === '' ? target.card.holderName : holderName,
  }
  if (cardName !== '') target.cardName = cardName
  if (flag !== '') setDefault(member, target, flag)
  saveMember(gmo, member)
  return { CardSeq: numberOf(member, mode, target), CardNo: target.card.masked, Forward: '2a99662' }
}

/** カード参照: one field per column, with the cards' values joined by `|`. */
export const searchCard: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkSite(gmo, check)
  const memberId = checkMemberId(check)
  const mode = seqMode(check)
  const cardSeq = checkCardSeq(check, false)
  check.done()
  const all = numbered(findMember(gmo, memberId), mode)
  const found = cardSeq === '' ? all : all.filter(({ number }) => number === Number(cardSeq))
  if (found.length === 0) throw new GmoError('E01240002')
  const column = (pick: (one: (typeof found)[number]) => string) => found.map(pick).join('|')
  return {
    CardSeq: column(({ number }) => String(number)),
    DefaultFlag: column(({ card }) => card.defaultFlag),
    CardName: column(({ card }) => card.cardName),
    CardNo: column(({ card }) => card.card.masked),
    Expire: column(({ card }) => card.card.expire),
    HolderName: column(({ card }) => card.card.holderName),
    DeleteFlag: column(({ card }) => (card.deleted ? '1' : '0')),
  }
}

/** カード削除 */
export const deleteCard: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkSite(gmo, check)
  const memberId = checkMemberId(check)
  const mode = seqMode(check)
  const cardSeq = checkCardSeq(check, true)
  check.done()
  const member = findMember(gmo, memberId)
  const target = cardAt(member, mode, cardSeq)
  target.deleted = true
  target.defaultFlag = '0'
  saveMember(gmo, member)
  return { CardSeq: cardSeq }
}

/** 決済後カード登録: saves the card of a successful transaction that was not cancelled. */
export const tradedCard: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const orderId = checkOrderId(check)
  checkSite(gmo, check)
  const memberId = checkMemberId(check)
  const mode = seqMode(check)
  const flag = defaultFlag(check)
  check.optional('HolderName', /^[\x20-\x7e]{1,50}$/, 'E01480008')
  check.done()
  const transaction = gmo.entities.transactions.get(orderId)
  if (transaction === undefined) throw new GmoError('E01110002')
  if (transaction.status === 'UNPROCESSED' || transaction.status === 'AUTHENTICATED') throw new GmoError('E01110010')
  if (!/^(CHECK|AUTH|SAUTH|CAPTURE|SALES)$/.test(transaction.status) || transaction.card === null)
    throw new GmoError('E11010003')
  if (transaction.memberId !== '' && transaction.memberId !== memberId) throw new GmoError('E01630010')
  const member = findMember(gmo, memberId)
  const holderName = check.value('HolderName') === '' ? transaction.card.holderName : check.value('HolderName')
  const added = addCard(gmo, member, { ...transaction.card, holderName }, '', flag)
  return { CardSeq: numberOf(member, mode, added), CardNo: added.card.masked, Forward: transaction.forward }
}

/** カード属性照会: the brand of a token, of a transaction's card or of a member's card. */
export const searchCardDetail: Call = (gmo, fields) => {
  const check = new Check(fields)
  checkShop(gmo, check)
  const token = check.value('Token')
  const orderId = check.value('OrderID')
  check.refuse('E61040001', check.value('CardNo') !== '')
  const byMember = token === '' && orderId === ''
  if (byMember) checkSite(gmo, check)
  const memberId = byMember ? checkMemberId(check) : ''
  const mode = seqMode(check)
  const cardSeq = checkCardSeq(check, byMember)
  check.done()
  const card =
    token !== ''
      ? openToken(gmo, token, false)
      : byMember
        ? cardAt(findMember(gmo, memberId), mode, cardSeq).card
        : gmo.entities.transactions.get(orderId)?.card
  if (card === undefined || card === null) throw new GmoError('E01110002')
  const detail: Fields = {
    CardNo: card.masked,
    Brand: card.brand === 'DISCOVER' || card.brand === 'UNKNOWN' ? '' : card.brand,
    DomesticFlag: '1',
    IssuerCode: '2a99662',
    DebitPrepaidFlag: '0',
    DebitPrepaidIssuerName: '',
    ForwardFinal: '2a99662',
  }
  return detail
}
