import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { listWebhookDeliveries, resendWebhookDelivery } from './admin/deliveries.ts'
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  resumeWebhook,
  showWebhook,
  stopWebhook,
} from './admin/endpoints.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/setting/webhooks': listWebhooks,
  'POST /admin/v1/setting/webhooks': addWebhook,
  'GET /admin/v1/setting/webhooks/{id}': showWebhook,
  'PUT /admin/v1/setting/webhooks/{id}': changeWebhook,
  'DELETE /admin/v1/setting/webhooks/{id}': removeWebhook,
  'POST /admin/v1/setting/webhooks/{id}/secret': renewWebhookSecret,
  'POST /admin/v1/setting/webhooks/{id}/stop': stopWebhook,
  'POST /admin/v1/setting/webhooks/{id}/resume': resumeWebhook,
  'GET /admin/v1/setting/webhooks/{id}/deliveries': listWebhookDeliveries,
  'POST /admin/v1/setting/webhooks/{id}/deliveries/{delivery_id}/resend': resendWebhookDelivery,
} satisfies Partial<AdminCallHandlers>
