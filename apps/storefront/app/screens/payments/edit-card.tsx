import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Answered } from '../mypage/frame/answered.tsx'
import { MemberPage } from '../mypage/frame/member-page.tsx'
import { MemberSkeleton } from '../mypage/frame/member-skeleton.tsx'
import type { Route } from './+types/edit-card.ts'
import { CardEntry } from './card-entry.tsx'
import { CardFacts } from './card-facts.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'カードの変更')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** カードの変更: the card as it is now is entered again, and takes the place of the one that is kept. */
export default function EditCard({ params: { id } }: Route.ComponentProps) {
  const card_seq = Number(id)
  const answer = useAnswer(`card.${id}`, async (signal) => {
    const { items } = await quietApi('GET /v1/common/mypage/card/list', {}, { signal })
    return { card: items.find((card) => card.card_seq === card_seq) ?? null }
  })
  return (
    <MemberPage
      title="カードの変更"
      lead="カードの番号・有効期限・名義が変わったときは、新しいカードをもう一度ご入力ください。"
      parent={{ label: 'お支払い方法', to: '/mypage/payments' }}
    >
      <Answered answer={answer} skeleton={<Skeleton className="h-96 w-full" />}>
        {({ card }) =>
          card === null ? (
            <EmptyState
              title="このカードは見つかりません"
              text="削除されたか、新しいカードに変更された可能性があります。"
            >
              <ButtonLink to="/mypage/payments">お支払い方法へ</ButtonLink>
            </EmptyState>
          ) : (
            <div className="grid gap-8">
              <section aria-label="いま登録されているカード" className="grid gap-2 rounded-base bg-sand p-5">
                <CardFacts card={card} />
                {card.subscription_ids.length > 0 && (
                  <p className="text-sm">
                    変更すると、定期便(契約番号 {card.subscription_ids.join('、')}
                    )のお支払いも新しいカードに引き継がれます。
                  </p>
                )}
              </section>
              <CardEntry
                label="このカードに変更する"
                send={(of) => quietApi('POST /v1/common/mypage/card/update', { body: { ...of, card_seq } })}
              />
            </div>
          )
        }
      </Answered>
    </MemberPage>
  )
}
