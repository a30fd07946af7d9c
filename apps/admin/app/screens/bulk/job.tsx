import type { BulkJob, BulkRow, MessageJobMail, PriceAnswers } from '@kushi/contract/admin/bulk'
import { ApiError } from '@kushi/contract/client'
import { asksForMemberAgreement, BULK_STATE_NAME, type BulkRowState, bulkRowStateName } from '@kushi/values/bulk-job'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { formatNumber, Time } from '../../ui/time.tsx'
import { usePolling } from '../../ui/use-action.ts'
import { inputFromMoment, momentFromInput } from '../schedule/moment.ts'
import { JOB_ACTIONS, type JobAction, jobProgressText } from './job-words.ts'
import { JobState, listNames, totalOf } from './list.tsx'
import { MailPaper } from './mail-paper.tsx'

const { Form, TextField } = formFor<{ at: string }>()

export const loader = async ({ params, request }: LoaderFunctionArgs) => {
  const id = params.id!
  const search = new URL(request.url).searchParams
  const state = search.get('state')
  const after = search.get('after')
  const query = { ...(state && { state: state as BulkRowState }), ...(after && { after }) }
  const [job, rows] = await Promise.all([
    api('GET /admin/v1/bulk-jobs/{id}', { params: { id } }),
    api('GET /admin/v1/bulk-jobs/{id}/rows', { params: { id }, query }),
  ])
  const mail = job.kind === 'send_message' ? await api('GET /admin/v1/bulk-jobs/{id}/mail', { params: { id } }) : null
  const isAnswerable = asksForMemberAgreement(job.kind) && job.counts.done > 0
  const answers = isAnswerable ? await api('GET /admin/v1/bulk-jobs/{id}/answers', { params: { id } }) : null
  return { job, rows, mail, answers }
}

const runningStates: readonly BulkJob['state'][] = ['checking', 'running', 'taking_back']
const POLL_INTERVAL_MS = 2_000

/** One まとめて変更: what it will do, its progress, and the result of each row. */
export function Component() {
  const { job, rows, mail, answers } = useLoaderData<typeof loader>()
  const isAtWork = runningStates.includes(job.state)
  usePolling(isAtWork, POLL_INTERVAL_MS)
  return (
    <Page
      title={`${job.kind === 'send_message' ? '一斉送信' : 'まとめて変更'} ${job.id}`}
      parent={{ to: '/bulk-jobs', name: 'まとめて変更' }}
      actions={<Actions job={job} />}
    >
      <p className="mb-1 font-medium">
        {listNames[job.list]}: {job.text}
      </p>
      <p className="mb-4 text-muted text-xs">
        {job.operator_name}・<Time value={job.created_at} />
        {!mail &&
          !asksForMemberAgreement(job.kind) &&
          (job.notify ? '・変わったお客様にメールで知らせます' : '・お客様には知らせません')}
      </p>
      <Progress job={job} mail={mail} />
      {mail && <ReachedWays mail={mail} />}
      {answers && <Answers answers={answers} />}
      {mail && <MailPaper label="送るメール(お名前は見本です)" subject={mail.subject} text={mail.text} />}
      {mail?.line && <MailPaper label="送るLINE(お名前は見本です)" subject={mail.line.title} text={mail.line.text} />}
      <Rows job={job} rows={rows} />
    </Page>
  )
}

function Progress({ job, mail }: { job: BulkJob; mail: MessageJobMail | null }) {
  const { counts, state } = job
  const total = totalOf(job)
  const waiting = mail?.mails.waiting ?? 0
  const open = state === 'checking' ? counts.waiting : state === 'running' ? counts.possible + waiting : counts.done
  const isAtWork = runningStates.includes(state)
  return (
    <div className="mb-6" role="status">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <JobState job={job} />
        <span>{jobProgressText(job, mail)}</span>
      </div>
      {isAtWork && (
        <progress
          className="h-2 w-full accent-leaf"
          max={total}
          value={total - open}
          aria-label={BULK_STATE_NAME[state]}
        />
      )}
    </div>
  )
}

/** 価格変更: the answers of members who were asked to accept a higher price. A lower price needs no answer. */
function Answers({ answers: { asked, agreed, refused, lapsed, withdrawn } }: { answers: PriceAnswers }) {
  if (asked + agreed + refused + lapsed + withdrawn === 0) return null
  const people = (n: number) => `${formatNumber(n)}件`
  return (
    <Section title="値上げのお伺いへのお返事">
      <Facts
        rows={[
          ['同意', people(agreed)],
          ['お返事待ち', people(asked)],
          ['同意しない', people(refused)],
          ['期限までにお返事なし', people(lapsed)],
          ['取りやめ', people(withdrawn)],
        ]}
      />
    </Section>
  )
}

/** How many members get it by each channel, and why the others get none. */
function ReachedWays({ mail: { ways, line: overLine } }: { mail: MessageJobMail }) {
  const { line, mail, none: unreachable } = ways
  if (line + mail + unreachable.length === 0) return null
  return (
    <Section title="送り方">
      <Facts
        rows={[
          ...(overLine || line > 0 ? [['LINE', `${formatNumber(line)}人`] as [string, string]] : []),
          ['メール', `${formatNumber(mail)}人`],
          ...unreachable.map(
            ({ why: reason, n }) => [`送れません: ${reason}`, `${formatNumber(n)}人`] as [string, string],
          ),
        ]}
      />
    </Section>
  )
}

function Actions({ job }: { job: BulkJob }) {
  const [params] = useSearchParams()
  const asked = params.get('do')
  // From 今日: the question stands open.
  const [open, setOpen] = useState<JobAction | null>(
    job.is_late && (asked === 'run' || asked === 'stop') && job.can[asked] ? asked : null,
  )
  const allowed = {
    orders: useMay('order.write'),
    subscriptions: useMay('subscription.write'),
    customers: useMay('message.write'),
  }
  if (!allowed[job.list]) return null
  const { can } = job
  return (
    <>
      {can.take_back && <Button onClick={() => setOpen('take-back')}>元に戻す</Button>}
      {can.stop && (
        <Button onClick={() => setOpen('stop')}>
          {job.state === 'checked' || job.state === 'checking' ? '取りやめる' : '止める'}
        </Button>
      )}
      {can.retry && <Button onClick={() => setOpen('retry')}>できなかった分をやり直す</Button>}
      {can.plan && <PlanButton job={job} />}
      {can.run && (
        <Button look="primary" onClick={() => setOpen('run')}>
          {job.kind === 'send_message'
            ? `${formatNumber(job.counts.possible)}人に${job.is_late ? '今から' : job.run_at ? '今すぐ' : ''}送る`
            : `${formatNumber(job.counts.possible)}件に実行する`}
        </Button>
      )}
      {open && <ConfirmAction deed={open} job={job} onClose={() => setOpen(null)} />}
    </>
  )
}

/** 送る日時: it is sent by itself then, if nobody drops it before. */
function PlanButton({ job: { id, run_at } }: { job: BulkJob }) {
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const plan = async (at: string | null) => {
    await api('POST /admin/v1/bulk-jobs/{id}/plan', { params: { id }, body: { at } })
    setOpen(false)
    toast(at === null ? '送る日時を取り消しました' : '送る日時を決めました')
    await revalidate()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{run_at ? '送る日時を変える' : '日時を決めて送る'}</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="送る日時">
        <p className="mb-3">
          確かめた方に、この日時に送ります。配信の停止や利用停止は、送るときにもう一度確かめます。それまでは、変えることも取りやめることもできます。
        </p>
        <Form
          values={{ at: run_at ? inputFromMoment(run_at) : '' }}
          submit="この日時に送る"
          save={({ at }) => plan(momentFromInput(at) ?? '')}
          aside={run_at && <Button onClick={() => void plan(null)}>日時を取り消す</Button>}
        >
          <TextField name="at" type="datetime-local" label="日時(90日先まで)" isRequired />
        </Form>
      </Dialog>
    </>
  )
}

function ConfirmAction({ deed: action, job, onClose }: { deed: JobAction; job: BulkJob; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { label, done, text } = JOB_ACTIONS[action]
  const act = async () => {
    setBusy(true)
    try {
      await api(`POST /admin/v1/bulk-jobs/{id}/${action}`, { params: { id: job.id } })
      toast(done)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
    } finally {
      setBusy(false)
      await revalidate()
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={label}>
      <p className="mb-4">{text(job)}</p>
      <Refusal>{refusal}</Refusal>
      <Button look="primary" className="mt-3" isBusy={isBusy} disabled={isBusy} onClick={() => void act()}>
        {label}
      </Button>
    </Dialog>
  )
}

const tones: Partial<Record<BulkRowState, Tone>> = {
  done: 'good',
  possible: 'good',
  failed: 'stuck',
  impossible: 'stuck',
  kept: 'stuck',
}

function Rows({ job, rows }: { job: BulkJob; rows: { items: BulkRow[]; next: number | null } }) {
  const [params] = useSearchParams()
  const chosen = params.get('state')
  const states = Object.entries(job.counts).filter(([, n]) => n > 0)
  const to = (state: string | null, after?: number) => {
    const next = new URLSearchParams()
    if (state) next.set('state', state)
    if (after !== undefined) next.set('after', String(after))
    return `?${next}`
  }
  return (
    <Section title="1件ごとの結果">
      <nav aria-label="結果の絞り込み" className="mb-3 flex flex-wrap gap-3">
        {[['', totalOf(job)] as const, ...states].map(([state, n]) => (
          <Link
            key={state}
            to={to(state || null)}
            aria-current={(chosen ?? '') === state || undefined}
            className={cx('tap border-b-2 px-1', (chosen ?? '') === state ? 'border-camellia' : 'border-transparent')}
          >
            {state ? bulkRowStateName(job.kind, state as BulkRowState) : 'すべて'}{' '}
            <span className="numeric text-muted text-xs">{formatNumber(n)}</span>
          </Link>
        ))}
      </nav>
      {rows.items.length === 0 && <p className="text-muted text-xs">該当するものはありません。</p>}
      <ul>
        {rows.items.map((row) => (
          <li
            key={row.subject_id}
            className="grid items-baseline gap-x-4 border-line border-b py-1 last:border-0 md:grid-cols-[160px_120px_1fr]"
          >
            <Link className="numeric text-link" to={`/${job.list}/${row.subject_id}`}>
              {row.subject_name}
            </Link>
            <span>
              <State tone={tones[row.state] ?? 'quiet'}>{bulkRowStateName(job.kind, row.state)}</State>
            </span>
            <span className="min-w-0">{row.detail}</span>
          </li>
        ))}
      </ul>
      {rows.next !== null && (
        <Link className="mt-3 inline-block text-link" to={to(chosen, rows.next)}>
          次の100件
        </Link>
      )}
    </Section>
  )
}
