import { fill, type HostServices, type ScreenProps } from '@fridge/shared-contracts';
import { Button, Loaded, type LoadContext, Phrases, Skeleton, useServerData } from '@fridge/shared-ui';
import { type ReactNode, useCallback } from 'react';
import { type Dish, dishCalls } from '../../calls.ts';
import { copy } from '../../copy.ts';
import styles from './dishes-screen.module.css';

/** What the page shows before any code: all that the screen draws for everybody. */
export function Shell() {
  return (
    <Frame>
      <Shape />
    </Frame>
  );
}

/** What the household can cook tonight. */
export default function DishesScreen({ host }: ScreenProps) {
  const load = useCallback((context: LoadContext) => loadDishes(host, context), [host]);
  const read = useServerData(host, load, { guest: host.environment.inApp ? 'login' : 'wait' });
  return (
    <Frame>
      <Loaded
        read={read}
        skeleton={<Shape />}
        failure={{ className: styles.notice }}
        needsLogin={
          <Notice
            title={copy['dishes.login.title']}
            label={copy['dishes.login.button']}
            onPress={() => void host.session.require()}
          />
        }
      >
        {(dishes) => <Dishes dishes={dishes} onAgain={read.retry} />}
      </Loaded>
    </Frame>
  );
}

/** `data-live`: what the screen may draw otherwise than its shell. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>
        <Phrases text={copy['dishes.heading']} />
      </h1>
      <div data-live="">{children}</div>
    </div>
  );
}

/** Quiet: the page shows the failure itself. */
async function loadDishes(host: HostServices, { signal }: LoadContext) {
  const answer = await host.requests.call(dishCalls.list, {}, { quiet: true, signal });
  return answer.ok ? { ok: true as const, data: answer.data.dishes } : answer;
}

function Dishes({ dishes, onAgain }: { dishes: readonly Dish[]; onAgain: () => void }) {
  if (dishes.length === 0) {
    return (
      <Notice
        title={copy['dishes.empty.title']}
        text={copy['dishes.empty.desc']}
        label={copy['dishes.empty.button']}
        onPress={onAgain}
      />
    );
  }
  return (
    <>
      <p className={styles.lead}>{copy['dishes.lead']}</p>
      <ul aria-label={copy['dishes.list.aria']} className={styles.list}>
        {dishes.map(({ id, name, minutes, ingredients }) => (
          <li key={id} className={styles.dish}>
            <h2 className={styles.name}>{name}</h2>
            <p className={styles.minutes}>{fill(copy['dishes.minutes'], { n: minutes })}</p>
            <p className={styles.text}>{ingredients.join('、')}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** In the shape of what comes, so that nothing moves when it has come. */
function Shape() {
  return (
    <>
      <p className={styles.lead}>
        <Skeleton className={styles.line} />
      </p>
      <div className={styles.list}>
        <Skeleton className={styles.placeholder} />
        <Skeleton className={styles.placeholder} />
        <Skeleton className={styles.placeholder} />
      </div>
    </>
  );
}

interface NoticeProps {
  title: string;
  text?: string;
  label: string;
  onPress: () => void;
}

function Notice({ title, text, label, onPress }: NoticeProps) {
  return (
    <section className={styles.notice}>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      <Button onClick={onPress}>{label}</Button>
    </section>
  );
}
