import type { Opening } from '@kushi/contract/admin/opening'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { STEP_WORDS } from './steps.ts'

export const loader = () => api('GET /admin/v1/opening')

/** 開店の準備: from an empty shop to an open one, step by step. */
export function Component() {
  const opening = useLoaderData<typeof loader>()
  const { opened_at, steps, visit_url } = opening
  const left = steps.filter(({ is_done, is_required }) => is_required && !is_done).length
  return (
    <Page
      title="開店の準備"
      lead={
        opened_at === null
          ? '公開するまで、お客様にショップは見えません。どの項目からでも始められ、あとから直せます。'
          : undefined
      }
      actions={opened_at === null && <OpenButton left={left} />}
    >
      {opened_at === null ? (
        <p role="status" className="mb-4 text-base">
          {left === 0 ? '準備がととのいました。公開できます。' : `公開まで、あと${left}項目です。`}
        </p>
      ) : (
        <p className="mb-4">
          このショップは公開されています(
          <Time value={opened_at} />
          から)。
        </p>
      )}
      <ol>
        {steps.map((one, n) => (
          <li key={one.step}>
            <Step {...one} n={n + 1} />
          </li>
        ))}
      </ol>
      {opened_at === null && (
        <Section
          title="公開する前に見る"
          lead="このリンクを知っている人だけが、公開する前のショップを見て、買い物を試せます。ほかの方に渡さないでください。"
        >
          <a href={visit_url} target="_blank" rel="noopener" className="text-link break-all">
            お客様に見える形で開く
          </a>
        </Section>
      )}
    </Page>
  )
}

function Step({ step, is_done, is_required, found, n }: Opening['steps'][number] & { n: number }) {
  const { title, why, ways } = STEP_WORDS[step]
  const mayWrite = useMay('setting.write')
  return (
    <Section
      title={`${n}. ${title}`}
      lead={why}
      actions={
        <State tone={is_done ? 'good' : is_required ? 'attention' : 'quiet'}>
          {is_done ? '済み' : is_required ? 'まだ' : '任意'}
        </State>
      }
    >
      <ul className="mb-3">
        {found.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          {ways.map(([to, label]) => (
            <ButtonLink key={to} to={to}>
              {label}
            </ButtonLink>
          ))}
        </div>
      )}
    </Section>
  )
}

function OpenButton({ left }: { left: number }) {
  const [isAsking, setAsking] = useState(false)
  const { act, isBusy, refusal } = useAction()
  if (!useMay('setting.write')) return null
  const open = () =>
    act(async () => {
      await api('POST /admin/v1/opening')
      // Menu and first screen are others in a shop that is open.
      location.assign('/admin/')
    })
  return (
    <>
      <Button look="primary" disabled={left > 0} onClick={() => setAsking(true)}>
        ショップを公開する
      </Button>
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title="ショップを公開しますか?">
        <p className="mb-4">公開すると、すぐにどなたでもご注文いただけるようになります。</p>
        {refusal && (
          <p role="alert" className="mb-4 text-danger">
            {refusal}
          </p>
        )}
        <Button look="primary" isBusy={isBusy} onClick={() => void open()}>
          公開する
        </Button>
      </Dialog>
    </>
  )
}
