import type { VoiceRow } from '@kushi/contract/admin/voice'
import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { DragHandle, OrderKeys, useDragOrder } from '../../ui/drag-order.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatDay } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

export const loader = () => api('GET /admin/v1/voices')

/** お客様の声, in the order of the shop. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const mayWrite = useMay('content.write')
  const { act, refusal } = useAction()
  const move = (id: number, targetId: number) =>
    void act(() => api('POST /admin/v1/voices/{id}/move', { params: { id }, body: { onto: targetId } }))
  const drag = useDragOrder<number>(move)
  const add = mayWrite && (
    <ButtonLink look="primary" to="/content/voices/new">
      声を加える
    </ButtonLink>
  )
  return (
    <Page
      title="お客様の声"
      parent={{ to: '/content', name: '文章とページ' }}
      lead="商品のページにはその商品の声が、トップページの「お客様の声」には上から3件が出ます。"
      actions={items.length > 0 && add}
    >
      <Refusal>{refusal}</Refusal>
      {items.length === 0 && (
        <Empty action={add}>
          まだ声がありません。アンケートやお手紙でいただいた言葉を、ご本人の承諾をいただいて、そのまま載せます。
        </Empty>
      )}
      <ul className="divide-y divide-line border-line border-y empty:hidden">
        {items.map((one, n) => (
          <li key={one.id} className="flex items-start gap-2 py-2" {...(mayWrite && drag.place(one.id))}>
            {mayWrite && <DragHandle {...drag.handle(one.id)} />}
            <Row voice={one} />
            {mayWrite && (
              <span className="flex shrink-0">
                <OrderKeys
                  name={`${n + 1}. ${one.named_as}`}
                  n={n}
                  count={items.length}
                  move={(from, to) => move(items[from]!.id, items[to]!.id)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Page>
  )
}

const Row = ({ voice }: { voice: VoiceRow }) => (
  <div className="min-w-0 flex-1">
    <Link to={`/content/voices/${voice.id}`} className="line-clamp-2 max-w-[680px] hover:underline">
      {voice.text}
    </Link>
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
      <span>{voice.named_as}</span>
      <span>{voice.product_name ?? 'お店全体'}</span>
      <span className="numeric">{formatDay(voice.received_on)}</span>
      <VoiceStates voice={voice} />
    </p>
  </div>
)

function VoiceStates({ voice: { origin, visible, consented_on } }: { voice: VoiceRow }) {
  const isPaid = origin === 'goods' || origin === 'paid'
  return (
    <>
      {isPaid && <State>PR</State>}
      {origin === 'demo' && <State>デモ</State>}
      {visible ? (
        <State tone="good">表示中</State>
      ) : consented_on === null && origin !== 'demo' ? (
        <State tone="attention">承諾を待っています</State>
      ) : (
        <State>表示していません</State>
      )}
    </>
  )
}
