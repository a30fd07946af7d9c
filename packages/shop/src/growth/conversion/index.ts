/** The exports of `conversion` for other features. */
export { listAdRecipients, loadAdConsent } from './ad-consent.ts'
export { countConversionTasks } from './internal/count-tasks.ts'
export { countConversions } from './internal/counted-events.ts'
export { recordOrderStatusConversions, recordReceivedConversion } from './record-events.ts'
