import type { BulkJob, MessageJobMail } from '@kushi/contract/admin/bulk'
import { asksForMemberAgreement, type BulkKind } from '@kushi/values/bulk-job'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { formatMoment, formatNumber as n } from '../../ui/time.tsx'

/** The progress of a job, in a sentence. */
export function jobProgressText(job: BulkJob, mail: MessageJobMail | null): string {
  if (mail) return mailText(job, mail)
  return asksForMemberAgreement(job.kind) ? priceText(job) : changeText(job)
}

const asked = (kind: BulkKind) => (kind === 'change_price' ? '値下げのお知らせか同意のお願い' : '同意のお願い')

/** 価格変更 and 送料・手数料の変更: the job itself only sends mails. A price rise needs the member's consent. */
function priceText(job: BulkJob): string {
  const { state, counts, kind } = job
  const notDone = counts.failed + counts.impossible
  if (state === 'checked')
    return `${n(counts.possible)}件に、${asked(kind)}をメールします。${n(notDone)}件はできません。まだ何も送っていません。`
  if (state === 'done')
    return `${n(counts.done)}件に、${asked(kind)}をメールしました。${n(notDone)}件はそのままです。お返事の数は下に、1件ごとのお返事は一覧に出ます。`
  return changeText(job)
}

function changeText({ state, counts }: BulkJob): string {
  switch (state) {
    case 'checking':
      return `あと${n(counts.waiting)}件を確かめています。まだ何も変わりません。この画面を離れても続きます。`
    case 'checked':
      return `${n(counts.possible)}件が変わり、${n(counts.impossible)}件は変えられません。まだ何も変わっていません。`
    case 'running':
      return `あと${n(counts.possible)}件です。この画面を離れても続きます。`
    case 'stopped':
      return `${n(counts.done)}件まで変わったところで止めました。残りは${n(counts.possible)}件です。`
    case 'done':
      return `${n(counts.done)}件が変わりました。${n(counts.failed + counts.impossible)}件は変わっていません。`
    case 'taking_back':
      return `あと${n(counts.done)}件を元に戻します。`
    case 'taken_back':
      return `${n(counts.taken_back)}件を元に戻しました。${n(counts.kept)}件は戻せませんでした。`
    case 'discarded':
      return '実行せずに取りやめました。'
  }
}

function mailText({ state, counts, is_late, run_at }: BulkJob, { mails }: MessageJobMail): string {
  const notSent = counts.failed + counts.impossible
  const sent = `${n(mails.sent)}通を送りました。`
  const others = [
    notSent > 0 && `${n(notSent)}人には送れません。`,
    mails.failed > 0 && `${n(mails.failed)}通は届けられませんでした(「連絡」の一覧からもう一度送れます)。`,
    mails.stopped > 0 && `${n(mails.stopped)}通は送る前に取りやめました。`,
  ]
  const rest = others.filter(Boolean).join('')
  switch (state) {
    case 'checking':
      return `あと${n(counts.waiting)}人を確かめています。まだ何も送りません。この画面を離れても続きます。`
    case 'checked':
      if (is_late && run_at)
        return `送る時刻(${formatMoment(run_at)})に動いていなかったため、送っていません。今から${n(counts.possible)}人に送るか、取りやめてください。`
      return `${n(counts.possible)}人に届き${notSent > 0 ? `、${n(notSent)}人には送れません` : 'ます'}。まだ何も送っていません。`
    case 'running':
      return `${sent}あと${n(counts.possible + mails.waiting)}通です。この画面を離れても続きます。`
    case 'stopped':
      return `${sent}残りの${n(counts.possible)}人には送らずに止めました。${rest}`
    case 'discarded':
      return '送らずに取りやめました。'
    default:
      return `${sent}${mails.waiting > 0 ? `${n(mails.waiting)}通は、もう一度送るのを待っています。` : ''}${rest}`
  }
}

export type JobAction = 'run' | 'stop' | 'retry' | 'take-back'
export const JOB_ACTIONS: Record<JobAction, { label: string; done: string; text(job: BulkJob): string }> = {
  run: {
    label: '実行する',
    done: '実行を始めました',
    text: ({ kind, counts, text, notify }) =>
      kind === 'send_message'
        ? `${n(counts.possible)}人に送ります。送ったものは取り消せません。`
        : asksForMemberAgreement(kind)
          ? `${n(counts.possible)}件に、${asked(kind)}をメールします。${kind === 'change_price' ? '値下げは元に戻せません。' : ''}`
          : `${n(counts.possible)}件を${wrapInQuoteMarks(text)}にします。${notify ? 'お客様にメールで知らせます。' : 'お客様には知らせません。'}`,
  },
  stop: {
    label: '止める',
    done: '止めました',
    text: ({ kind, state }) =>
      state === 'checking' || state === 'checked'
        ? '実行せずに取りやめます。'
        : kind === 'send_message'
          ? 'まだ送っていないものを取りやめます。送ったものは取り消せません。'
          : 'まだのものには手をつけずに止めます。済んだものはそのままです。',
  },
  retry: {
    label: 'できなかった分をやり直す',
    done: 'やり直しを始めました',
    text: ({ kind, counts }) =>
      kind === 'send_message'
        ? `送れなかった${n(counts.failed + counts.impossible)}人に送れるか、もう一度試します。送った方には送りません。`
        : `変わらなかった${n(counts.failed + counts.impossible)}件を、もう一度試します。`,
  },
  'take-back': {
    label: '元に戻す',
    done: '元に戻しはじめました',
    text: ({ counts }) =>
      `変わった${n(counts.done)}件を元に戻します。そのあとにお客様やお店が変えたものは、そのままにします。`,
  },
}
