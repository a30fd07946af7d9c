import type { MergeRequestState } from '@kushi/values/merge-request'

interface Answers {
  agreed_at: Date | null
  kept_agreed_at: Date | null
  refused_at: Date | null
  identity_check: string
  expires_at: Date
}

/** Returns the state of a merge request at this time. */
export function mergeRequestState(request: Answers, now: Date): MergeRequestState {
  if (request.refused_at) return 'refused'
  if (request.expires_at <= now) return 'expired'
  if (request.identity_check !== '') return 'recorded'
  return request.agreed_at && request.kept_agreed_at ? 'agreed' : 'asked'
}

/**
 * Returns why a merge can't be done yet, as a sentence with what to do. null: both owners agreed or were identified.
 */
export function mergeConsentProblem(state: MergeRequestState | null): string | null {
  if (state === 'agreed' || state === 'recorded') return null
  if (state === 'asked') return 'お二つの登録のご本人からのお返事を待っています。'
  if (state === 'refused')
    return 'ご本人から「同意しない」とのお返事がありました。統合するには、両方のご本人を確かめて記録してください。'
  return '統合の前に、両方のご本人に確認のご案内を送るか、ご本人を確かめて記録してください。'
}

interface Mailbox {
  id: number
  /** A link reaches its owner: the address is verified, or LINE is linked. */
  has_proof: boolean
}

/** Returns why the owners can't be asked by a link. null: they can. */
export function mergeConsentRequestProblem(
  kept: Mailbox,
  other: Mailbox,
  state: MergeRequestState | null,
): string | null {
  if (state === 'refused') return 'お断りになったため、確認のご案内はもう送れません。'
  const unreachable = [other, kept].find((one) => !one.has_proof)
  return unreachable
    ? `会員${unreachable.id}には、確かめられたメールアドレスもLINEの連携もないため、確認のご案内を送れません。`
    : null
}
