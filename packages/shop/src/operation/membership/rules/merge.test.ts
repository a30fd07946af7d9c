import { expect, test } from 'vitest'
import { type MergeCandidate, mergeOutcome, mergeProblem } from './merge.ts'

const member = (more: Partial<MergeCandidate> = {}): MergeCandidate => ({
  id: 1,
  is_withdrawn: false,
  is_blocked: false,
  is_company: false,
  is_approved: false,
  has_line: false,
  is_verified: true,
  has_proof: true,
  has_subscriptions: false,
  has_cards: false,
  card_subscription_ids: [],
  unpaid_order_no: null,
  is_saving_card: false,
  has_privacy_request: false,
  mail_magazine_flag: true,
  line_magazine_flag: true,
  ...more,
})
const cards = { has_cards: true }
const living = { has_cards: true, card_subscription_ids: [7] }

test.each<[string, Partial<MergeCandidate>, Partial<MergeCandidate>, RegExp | null]>([
  ['two of the same kind', {}, {}, null],
  ['one who is gone', {}, { is_withdrawn: true }, /退会/],
  ['the kept one gone', { is_withdrawn: true }, {}, /退会/],
  ['a company and a person', {}, { is_company: true }, /法人/],
  ['one of them blocked', { is_blocked: true }, {}, /利用停止/],
  ['both blocked', { is_blocked: true }, { is_blocked: true }, null],
  ['what was approved would be lost', {}, { is_approved: true }, /会員2を残す向き/],
  ['the kept one approved', { is_approved: true }, {}, null],
  ['the kept one, whose e-mail nobody verified', { is_verified: false }, {}, /会員1のメールアドレス/],
  ['neither verified', { is_verified: false }, { is_verified: false }, /会員1のメールアドレス/],
  ['the other not verified', {}, { is_verified: false, has_line: true, has_cards: true }, null],
  [
    'subscriptions of one not verified',
    {},
    { is_verified: false, has_subscriptions: true },
    /会員2.*定期便を移せません/,
  ],
  ['a payment under way', { unpaid_order_no: 'K-1' }, {}, /K-1/],
  ['a payment of the other under way', {}, { unpaid_order_no: 'K-2' }, /K-2/],
  ['a card on its way into the vault', {}, { is_saving_card: true }, /数分/],
  ['a request that is open', {}, { has_privacy_request: true }, /個人情報の請求/],
  ['cards of the kept one alone', living, {}, null],
  ['cards of the other alone go over', {}, living, null],
  ['cards of the other that nothing lives on', living, cards, null],
  ['a subscription on cards that would be lost', cards, living, /会員2を残す向き/],
  ['subscriptions on the cards of both', living, living, /契約番号 7.*お支払い方法を変える/],
])('%s', (_, kept, other, problem) => {
  const said = mergeProblem(member(kept), member({ id: 2, ...other }))
  if (problem) expect(said).toMatch(problem)
  else expect(said).toBeNull()
})

test.each([
  [{}, {}, null, null],
  [{ has_line: true, has_cards: true }, { has_line: true, has_cards: true }, 'kept', 'kept'],
  [{}, { has_line: true, has_cards: true }, null, 'other'],
  [{}, { has_line: true, has_cards: true, is_verified: false }, null, null],
])('LINE is never the other’s; the cards are if its e-mail is verified: %j %j', (kept, other, line, cards) => {
  expect(mergeOutcome(member(kept), member(other))).toMatchObject({ line, cards })
})

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])('the stricter consent holds: %s and %s', (kept, other) => {
  const flags = (flag: boolean) => ({ mail_magazine_flag: flag, line_magazine_flag: flag })
  expect(mergeOutcome(member(flags(kept)), member(flags(other)))).toMatchObject(flags(kept && other))
})
