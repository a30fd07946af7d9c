import type { MemberSession } from '@kushi/contract/customer'
import { formatDateTime } from '@kushi/values/timestamp'
import { useState } from 'react'
import { quietApi } from '../../api.ts'
import { usePress } from '../../line/use-press.ts'
import type { SettledResult } from '../../settle.ts'
import { toast } from '../../state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { SectionHeading } from '../../ui/heading.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'

const dayOf = (instant: string) => formatDateTime(Date.parse(instant)).split(' ')[0]

/** ログイン中の端末: device, start and network of each session. The member can end one of them, or all others. */
export function Sessions({ loaded }: { loaded: SettledResult<{ items: readonly MemberSession[] }> }) {
  const [changed, setChanged] = useState<readonly MemberSession[] | null>(null)
  const items = changed ?? loaded.data?.items
  const others = usePress(async () => {
    setChanged((await quietApi('DELETE /v1/customer/sessions')).items)
    toast('ほかの端末をすべてログアウトしました')
  })
  return (
    <section aria-labelledby="sessions" className="grid gap-4">
      <SectionHeading id="sessions">ログイン中の端末</SectionHeading>
      {!items && <Loaded loaded={loaded}>{() => null}</Loaded>}
      {items && (
        <ul className="divide-y divide-line rounded-base border border-line bg-surface px-5">
          {items.map((session) => (
            <Session key={session.id} session={session} onEnded={setChanged} />
          ))}
        </ul>
      )}
      {items && items.length > 1 && (
        <div className="grid gap-3">
          {others.problem && (
            <Notice tone="danger" role="alert">
              {others.problem.message}
            </Notice>
          )}
          <Button look="secondary" pending={others.isPending} onClick={others.press}>
            ほかの端末をすべてログアウトする
          </Button>
        </div>
      )}
      <p className="text-sm text-muted">
        お心当たりのない端末があるときは、ログアウトさせて、パスワードを変更してください。
      </p>
    </section>
  )
}

interface SessionProps {
  session: MemberSession
  onEnded: (items: readonly MemberSession[]) => void
}

function Session({ session, onEnded }: SessionProps) {
  const { id, device, network, provider, seen_at, created_at, is_current } = session
  const end = usePress(async () => {
    onEnded((await quietApi('DELETE /v1/customer/sessions/{id}', { params: { id } })).items)
    toast(`${device}をログアウトしました`)
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3">
      <div className="min-w-0">
        <p>
          {device}
          {is_current && <span className="text-sm text-leaf"> この端末</span>}
        </p>
        <p className="numeric text-xs text-muted">
          最後のご利用 {dayOf(seen_at)}・ログイン {dayOf(created_at)}
          {provider === 'line' && '(LINE)'}
          {network && `・接続元 ${network}`}
        </p>
        {end.problem && (
          <p role="alert" className="text-sm text-danger">
            {end.problem.message}
          </p>
        )}
      </div>
      {!is_current && (
        <button
          type="button"
          aria-label={`${device}をログアウトさせる`}
          aria-disabled={end.isPending}
          className="text-link ml-auto inline-flex min-h-tap items-center text-sm"
          onClick={end.press}
        >
          ログアウトさせる
        </button>
      )}
    </li>
  )
}
