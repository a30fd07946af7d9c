/** 統合の確認, by how far it is. `agreed`: by both owners' links; `recorded`: an operator identified both. */
export const MERGE_REQUEST_STATE_NAME = {
  asked: 'お返事待ち',
  agreed: '同意済み',
  recorded: '本人確認済み',
  refused: '同意なし',
  expired: '期限切れ',
} as const
export type MergeRequestState = keyof typeof MERGE_REQUEST_STATE_NAME

/** Days for which the links of a merge request can be answered. */
export const MERGE_LINK_DAYS = 7
/** Days for which an agreement to a merge can be used. */
export const MERGE_AGREEMENT_DAYS = 30
