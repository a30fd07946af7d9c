/** A process claims a long job of an operator for so long, again and again while it works; after its death the job is free. */
export const JOB_CLAIM_MS = 120_000

const MINUTES = JOB_CLAIM_MS / 60_000

/** Below the progress of such a job. Who takes it over looks once a minute. */
export const JOB_CONTINUES_TEXT = `この画面を閉じても続きます。サーバーが途中で止まったときは、${MINUTES + 1}分以内に続きから進みます。`
