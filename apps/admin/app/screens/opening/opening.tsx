import type { Opening } from '@kushi/contract/admin/opening'
import { type ReactNode, useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ClosedText, CloseSection } from './close.tsx'
import { Confirmations } from './confirmations.tsx'
import { STEP_TEXTS } from './steps.ts'
import { VisitLink } from './visit-link.tsx'

export const loader = () => api('GET /admin/v1/opening')

/** 開店の準備: the steps from an empty shop to an open one, and the section to close it again. */
export function Component() {
  const opening = useLoaderData<typeof loader>()
  const { opened_at, closed_at, steps } = opening
  const remainingSteps = steps.filter(({ is_done, is_required }) => is_required && !is_done).length
  return (
    <Page
      title={opened_at === null && closed_at === null ? '開店の準備' : '公開と休業'}
      lead={
        opened_at === null && closed_at === null
          ? '公開するまで、お客様にショップは見えません。どの項目からでも始められ、あとから直せます。'
          : undefined
      }
      actions={opened_at === null && <OpenButton left={remainingSteps} />}
    >
      {opened_at === null ? (
        <p role="status" className="mb-4 text-base">
          {closed_at !== null && (
            <>
              <Time value={closed_at} />
              から、お客様にはお休みの画面を出しています。
            </>
          )}
          {remainingSteps === 0 ? '準備がととのいました。公開できます。' : `公開まで、あと${remainingSteps}項目です。`}
        </p>
      ) : (
        <p className="mb-4">
          このショップは公開されています(
          <Time value={opened_at} />
          から)。
        </p>
      )}
      {closed_at !== null && <ClosedText closed_text={opening.closed_text} />}
      {opened_at !== null && <CloseSection opening={opening} />}
      <ol>
        {steps.map((one, n) => (
          <li key={one.step}>
            <OpeningStepItem {...one} n={n + 1}>
              {one.step === 'confirmation' && <Confirmations {...opening} />}
            </OpeningStepItem>
          </li>
        ))}
      </ol>
      {opened_at === null && <VisitLink visit_url={opening.visit_url} />}
    </Page>
  )
}

type StepProps = Opening['steps'][number] & { n: number; children: ReactNode }

function OpeningStepItem({ step, is_done, is_required, found, n, children }: StepProps) {
  const { title, reason, ways } = STEP_TEXTS[step]
  const mayWrite = useMay('setting.write')
  return (
    <Section
      title={`${n}. ${title}`}
      lead={reason}
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
      {children}
      {mayWrite && ways.length > 0 && (
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
      // Reloads: the menu and the first screen differ in an open shop.
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
