import { quietApi } from '../../../api.ts'
import { environment } from '../../../state/environment.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'

/** LINE, where the shop has it and this member is no friend yet: what it brings, and the way there. */
export function LineNews() {
  const isUsed = environment()?.line_friend_url != null
  const { data } = useAnswer(isUsed ? 'line-friend' : null, () => quietApi('GET /v1/common/social/line'))
  if (!data || data.is_friend) return null
  return (
    <section aria-label="LINE" className="grid justify-items-start gap-3 border-y border-line py-6">
      <p className="phrases">発送とお届けのお知らせを、LINEのトークでも受け取れます。</p>
      <ButtonLink to="/line-subscribe?next=/mypage" look="secondary">
        LINEの友だちに追加する
      </ButtonLink>
    </section>
  )
}
