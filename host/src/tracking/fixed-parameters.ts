/** What every usage event says of this product (spec section 7, "Tracking"), to the letter. */
export const fixedParameters = {
  appType: 'fridge',
  widgetCategory: 'CA',
  module: 'plugin',
  widgetName: 'T0xCA',
  widgetVersion: '4.0.6',
} as const;
