import { quietApi } from '../../api.ts'
import { CardFacts } from '../../payment/card-facts.tsx'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import type { Route } from './+types/edit-card.ts'
import { CardEntry } from './card-entry.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'カードの変更')

export const clientLoader = async ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) => {
  const list = quietApi('GET /v1/common/mypage/card/list', {}, { signal })
  const find = ({ items }: Awaited<typeof list>) => items.find((card) => card.card_seq === Number(id)) ?? null
  return { loaded: await settle(list.then((cards) => ({ card: find(cards) }))) }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** カードの変更: the member enters the card again with its new data, and it replaces the saved one. */
export default function EditCard({ params: { id }, loaderData: { loaded } }: Route.ComponentProps) {
  return (
    <MemberPage
      title="カードの変更"
      lead="カードの番号・有効期限・名義が変わったときは、新しいカードをもう一度ご入力ください。"
      parent={{ label: 'お支払い方法', to: '/mypage/payments' }}
    >
      <Loaded loaded={loaded}>
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
                <p className="text-sm">
                  <span className="text-muted">カード番号 </span>
                  <span className="numeric whitespace-nowrap">{card.card_number}</span>
                </p>
                {card.subscription_ids.length > 0 && (
                  <p className="text-sm">
                    変更すると、定期便(契約番号 {card.subscription_ids.join('、')}
                    )のお支払いも新しいカードに引き継がれます。
                  </p>
                )}
              </section>
              <CardEntry
                label="このカードに変更する"
                send={(of) => quietApi('POST /v1/common/mypage/card/update', { body: { ...of, card_seq: Number(id) } })}
              />
            </div>
          )
        }
      </Loaded>
    </MemberPage>
  )
}
