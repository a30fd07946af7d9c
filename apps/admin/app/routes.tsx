import { type RouteObject, redirect } from 'react-router'
import { loadMe, Shell } from './shell/shell.tsx'
import { Failure } from './ui/failure.tsx'

/** Every screen, each a chunk of its own. What stands behind the shell wants a session; the server decides. */
export const routes: RouteObject[] = [
  { path: '/sign-in', lazy: () => import('./screens/sign-in.tsx') },
  { path: '/invitation/:token', lazy: () => import('./screens/invitation.tsx') },
  {
    path: '/',
    loader: loadMe,
    Component: Shell,
    ErrorBoundary: Failure,
    // Who is signed in doesn't change from screen to screen.
    shouldRevalidate: () => false,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: Failure,
        children: [
          { index: true, lazy: () => import('./screens/home.tsx') },
          { path: 'products', lazy: () => import('./screens/products/list.tsx') },
          { path: 'products/new', lazy: () => import('./screens/products/edit.tsx') },
          { path: 'products/categories', lazy: () => import('./screens/products/categories.tsx') },
          { path: 'products/import', lazy: () => import('./screens/import/csv.tsx') },
          { path: 'products/:id', lazy: () => import('./screens/products/edit.tsx') },
          { path: 'orders', lazy: () => import('./screens/orders/list.tsx') },
          { path: 'orders/:id/change', lazy: () => import('./screens/orders/change.tsx') },
          { path: 'orders/:id', lazy: () => import('./screens/orders/order.tsx') },
          { path: 'subscriptions', lazy: () => import('./screens/subscriptions/list.tsx') },
          { path: 'subscriptions/calendar', lazy: () => import('./screens/subscriptions/calendar.tsx') },
          { path: 'subscriptions/:id/change', lazy: () => import('./screens/subscriptions/change.tsx') },
          { path: 'subscriptions/:id', lazy: () => import('./screens/subscriptions/subscription.tsx') },
          { path: 'bulk-jobs', lazy: () => import('./screens/bulk/list.tsx') },
          { path: 'bulk-jobs/:id', lazy: () => import('./screens/bulk/job.tsx') },
          { path: 'shipping', lazy: () => import('./screens/shipping/desk.tsx') },
          { path: 'shipping/imports/:id', lazy: () => import('./screens/shipping/import.tsx') },
          { path: 'shipping/:batch_no', lazy: () => import('./screens/shipping/batch.tsx') },
          { path: 'stock', lazy: () => import('./screens/stock/list.tsx') },
          { path: 'stock/import', lazy: () => import('./screens/import/csv.tsx') },
          { path: 'stock/:id', lazy: () => import('./screens/stock/item.tsx') },
          { path: 'account', lazy: () => import('./screens/account.tsx') },
          { path: 'operators', lazy: () => import('./screens/operators.tsx') },
          { path: 'setting', loader: () => redirect('/setting/shop') },
          { path: 'setting/shop', lazy: () => import('./screens/setting/shop.tsx') },
          { path: 'setting/line', lazy: () => import('./screens/setting/line.tsx') },
          { path: 'setting/reminder', lazy: () => import('./screens/setting/reminder.tsx') },
          { path: 'setting/delivery', lazy: () => import('./screens/setting/delivery.tsx') },
          { path: 'setting/delivery/:id', lazy: () => import('./screens/setting/delivery-edit.tsx') },
          { path: 'setting/shipping', lazy: () => import('./screens/setting/shipping.tsx') },
          { path: 'setting/carriers', lazy: () => import('./screens/setting/carriers.tsx') },
          { path: 'setting/payment', lazy: () => import('./screens/setting/payment.tsx') },
          { path: 'setting/payment/:id', lazy: () => import('./screens/setting/payment-edit.tsx') },
          { path: 'setting/search', lazy: () => import('./screens/setting/search.tsx') },
          { path: 'setting/card-lock', lazy: () => import('./screens/setting/card-lock.tsx') },
          { path: 'setting/choice', lazy: () => import('./screens/setting/choice.tsx') },
          { path: 'setting/choice/:name', lazy: () => import('./screens/setting/choice-edit.tsx') },
          { path: 'content', lazy: () => import('./screens/content/list.tsx') },
          { path: 'content/:name/:layout_code', lazy: () => import('./screens/content/edit.tsx') },
          { path: 'schedule', lazy: () => import('./screens/schedule/list.tsx') },
          { path: 'schedule/new', lazy: () => import('./screens/schedule/new.tsx') },
          { path: 'message-texts', lazy: () => import('./screens/message-texts/list.tsx') },
          { path: 'message-texts/:kind', lazy: () => import('./screens/message-texts/edit.tsx') },
          { path: 'messages', lazy: () => import('./screens/messages/list.tsx') },
          { path: 'messages/:id', lazy: () => import('./screens/messages/message.tsx') },
          { path: 'audit', lazy: () => import('./screens/audit.tsx') },
          { path: 'inquiries', lazy: () => import('./screens/inquiries.tsx') },
          { path: 'inquiries/:id', lazy: () => import('./screens/inquiry.tsx') },
          { path: 'inquiry-templates', lazy: () => import('./screens/inquiry-templates.tsx') },
          { path: 'suppliers', lazy: () => import('./screens/suppliers.tsx') },
          { path: 'customers', lazy: () => import('./screens/customers.tsx') },
          { path: 'customers/import', lazy: () => import('./screens/import/csv.tsx') },
          { path: 'customers/:id', lazy: () => import('./screens/customer.tsx') },
          { path: 'ranks', lazy: () => import('./screens/ranks.tsx') },
          { path: '*', Component: Missing },
        ],
      },
    ],
  },
]

function Missing(): never {
  throw new Response('', { status: 404 })
}
