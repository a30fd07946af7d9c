import type { ScheduledChange } from '@kushi/contract/admin/schedule'
import { ApiError } from '@kushi/contract/client'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { SCHEDULE_KIND_NAME, SCHEDULE_STATE_NAME, type ScheduleState } from '@kushi/values/schedule'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'
import { Grid } from './grid.tsx'

export const loader = async () => {
  const [coming, ended] = await Promise.all([
    api('GET /admin/v1/schedule', { query: {} }),
    api('GET /admin/v1/schedule', { query: { over: 'true' } }),
  ])
  return { coming: coming.items, over: ended.items }
}

/** 予定: the scheduled changes and their times. Each can be taken back. */
export function Component() {
  const { coming, over } = useLoaderData<typeof loader>()
  const mayWrite = useMay('setting.write')
  return (
    <Page
      title="予定"
      actions={
        <>
          <ButtonLink to="/schedule/as-of">その日のショップを見る</ButtonLink>
          {mayWrite && (
            <ButtonLink to="/schedule/new" look="primary">
              変更を予定する
            </ButtonLink>
          )}
        </>
      }
      lead="決めた日時に、自動で変わるものです。その瞬間から、新しい内容で注文を受けます。"
    >
      {coming.length > 0 && <Grid changes={coming} />}
      <Section title="これからと実施中">
        {coming.length === 0 && (
          <Empty>予定はありません。価格・送料・休業日・お知らせなどを、前もって決めておけます。</Empty>
        )}
        <Changes changes={coming} mayTakeBack={mayWrite} />
      </Section>
      {over.length > 0 && (
        <Section title="終わった予定">
          <Changes changes={over} mayTakeBack={false} />
        </Section>
      )}
    </Page>
  )
}

const tones: Record<ScheduleState, Tone> = {
  planned: 'attention',
  running: 'good',
  done: 'quiet',
  taken_back: 'quiet',
  failed: 'stuck',
}

function Changes({ changes, mayTakeBack }: { changes: ScheduledChange[]; mayTakeBack: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {changes.map((change) => (
        <li key={change.id} id={`change-${change.id}`} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2">
          <State tone={tones[change.state]}>{SCHEDULE_STATE_NAME[change.state]}</State>
          <div className="min-w-0 grow basis-full md:basis-0">
            <p>
              <Time value={change.starts_at} />
              {change.ends_at && (
                <>
                  {' 〜 '}
                  <Time value={change.ends_at} />
                </>
              )}
            </p>
            <p className="font-medium">
              {SCHEDULE_KIND_NAME[change.kind]}: {change.subject_name}
            </p>
            {change.facts.map((fact) => (
              <p key={fact} className="text-xs">
                {fact}
              </p>
            ))}
            {change.problem && <p className="text-danger text-xs">{change.problem}</p>}
            <p className="text-muted text-xs">{change.operator_name}</p>
          </div>
          {mayTakeBack && <TakeBackButton change={change} />}
        </li>
      ))}
    </ul>
  )
}

/** A running change ends at once, so the screen asks for confirmation. */
function TakeBackButton({ change: { id, state, subject_name } }: { change: ScheduledChange }) {
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const takeBackChange = async () => {
    try {
      await api('POST /admin/v1/schedule/{id}/take-back', { params: { id } })
      toast('予定を取り消しました')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message)
    }
    setOpen(false)
    await revalidate()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{state === 'running' ? 'いま終える' : '取り消す'}</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={state === 'running' ? 'いま終える' : '取り消す'}>
        <p className="mb-4">
          {state === 'running'
            ? `${wrapInQuoteMarks(subject_name)}は、すぐに変更前の内容に戻ります。`
            : `${wrapInQuoteMarks(subject_name)}の予定を取り消します。いまの内容は変わりません。`}
        </p>
        <Button look="primary" onClick={() => void takeBackChange()}>
          {state === 'running' ? 'いま終える' : '予定を取り消す'}
        </Button>
      </Dialog>
    </>
  )
}
