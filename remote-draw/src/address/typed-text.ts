import { type ChangeEvent, type CompositionEvent, useRef } from 'react';

/** Reads a text field while an input method composes: what is half written is shown, never cut or judged. */
export function useTypedText(onText: (text: string) => void, clean: (text: string) => string = (text) => text) {
  const composing = useRef(false);
  return {
    onCompositionStart: () => {
      composing.current = true;
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      composing.current = false;
      onText(clean(event.currentTarget.value));
    },
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const text = event.currentTarget.value;
      onText(composing.current ? text : clean(text));
    },
  };
}
