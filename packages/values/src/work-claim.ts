/**
 * The milliseconds for which a process claims a long job of an operator. It renews the claim while it works; after its
 * death the job is free.
 */
export const JOB_CLAIM_MS = 120_000

const MINUTES = JOB_CLAIM_MS / 60_000

/** The text below the progress of such a job. Another process looks once a minute for jobs to take over. */
export const JOB_CONTINUES_TEXT = `この画面を閉じても続きます。サーバーが途中で止まったときは、${MINUTES + 1}分以内に続きから進みます。`
