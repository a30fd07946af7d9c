/** Answers about the remaining supply (お手元の残り), given by a member, or by an operator for a member on the phone. */
export const PACE_ANSWER_NAME = {
  none: 'なし',
  half: '半分くらい',
  one: '1点くらい',
  one_half: '1点半くらい',
  two: '2点以上',
  more: '1点以上',
  fits: 'ちょうどよい',
} as const
export type PaceAnswer = keyof typeof PACE_ANSWER_NAME

/** The answers that my page and the phone desk offer. A mail offers fewer, such as 「1点以上」. */
export const DETAILED_PACE_ANSWERS: readonly PaceAnswer[] = ['none', 'half', 'one', 'one_half', 'two', 'fits']

/** ペースのご提案, in the order in which they are made. */
export const PACE_PROPOSAL_NAME = {
  leave_out: '次回だけ、この商品を除く',
  later: '次回だけ先にのばす',
  interval: 'お届けの間隔を合わせる',
  fewer: '1点へらす',
  sooner: '次回だけ早める',
} as const
export type PaceProposalKind = keyof typeof PACE_PROPOSAL_NAME

/** Where a member answered a question about the remaining supply, or was shown a proposal. */
export const PACE_CHANNEL_NAME = {
  mypage: 'マイページ',
  link: 'お知らせのリンク',
  cancel: '解約の画面',
  operator: 'お店',
} as const
export type PaceChannel = keyof typeof PACE_CHANNEL_NAME

/**
 * A proposed change of a subscription that fits the member's pace (ペースのご提案). It holds only the fields that would
 * change.
 */
export interface PaceProposal {
  pace_kind: PaceProposalKind
  next_delivery_date?: string
  /** `param1` of the pattern, whose other parameters stay. */
  every?: number
  /** Pieces of the good that is reckoned. */
  quantity?: number
}
